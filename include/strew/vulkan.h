/* Plans of strew on a Vulkan device: library strew-vulkan, on strew.h and problem.h alone. Results are those of
 * strew_execute, bit for bit, on every device that is accepted; so are errors of indices, with their records.
 *
 * No header of Vulkan is needed here, and no loader is linked: handles are given as pointers and numbers, functions are
 * found by the caller's vkGetInstanceProcAddr. The library submits, waits and allocates only where a function says so:
 *
 *   strew_vulkan_requirements  what vkCreateDevice must enable, or why a device is refused
 *   strew_vulkan_device_make   pipelines, made as plans need them; once for each VkDevice
 *   strew_vulkan_plan_make     the tables of a plan in memory of the device; once for each strew_plan
 *   strew_vulkan_record        dispatches and barriers, into the caller's command buffer
 *   strew_vulkan_result        what became of it, after the commands have completed
 *
 * Whoever has arrays in host memory and no device of his own makes a strew_vulkan_host, which does all of that. */
#ifndef STREW_VULKAN_H
#define STREW_VULKAN_H

#include "strew/problem.h"
#include "strew/strew.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How sums and products of floats are computed. All ways have the same bits. */
enum {
  STREW_VULKAN_FASTEST = 0,  /* the first of those below that the device has, and computes right in a self-test */
  STREW_VULKAN_PROMISED = 1, /* its own operations: it reports RTE, SignedZeroInfNanPreserve and DenormPreserve */
  STREW_VULKAN_GUARDED = 2,  /* its own, computed again in integers where a subnormal number may have been flushed */
  STREW_VULKAN_INTEGERS = 3, /* in integers alone */
  STREW_VULKAN_FLUSHING = 4  /* for tests: guarded, on a device that is made to flush */
};

/* Memory of the device for the tables of plans: a range of a buffer with the usages STORAGE_BUFFER and
 * SHADER_DEVICE_ADDRESS, in memory that is HOST_VISIBLE and HOST_COHERENT. */
typedef struct strew_vulkan_block {
  uint64_t address; /* of the device; a multiple of 256 */
  void* mapped;     /* where the host sees it */
  void* handle;     /* the allocator's own */
} strew_vulkan_block;

typedef struct strew_vulkan_allocator {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  void* context;
  int (*allocate)(void* context, uint64_t bytes, strew_vulkan_block* block); /* 0: failure, VK3 */
  void (*release)(void* context, const strew_vulkan_block* block);
} strew_vulkan_allocator;
#define STREW_VULKAN_ALLOCATOR_INIT \
  { sizeof(strew_vulkan_allocator), 1, NULL, NULL, NULL }

/* What a device must enable: in the words of Vulkan, shaderInt64, shaderInt16, shaderInt8, storageBuffer8BitAccess,
 * storageBuffer16BitAccess, scalarBlockLayout, bufferDeviceAddress and timelineSemaphore; shaderFloat64 where the
 * device has it. What it may enable, and does where the device has it: shaderBufferInt64Atomics. */
typedef struct strew_vulkan_features {
  uint32_t struct_size;
  uint32_t version;  /* 1 */
  const void* chain; /* for pNext of VkDeviceCreateInfo: a VkPhysicalDeviceFeatures2 with what follows it, in storage */
  uint64_t storage[160];
} strew_vulkan_features;
#define STREW_VULKAN_FEATURES_INIT            \
  {                                           \
    sizeof(strew_vulkan_features), 1, NULL, { \
      0                                       \
    }                                         \
  }

/* Handles of the caller, which outlive all that is made of them. */
typedef struct strew_vulkan_context {
  uint32_t struct_size;
  uint32_t version;      /* 1 */
  void* instance;        /* VkInstance, of Vulkan 1.2 or later */
  void* physical_device; /* VkPhysicalDevice */
  void* device;          /* VkDevice; not looked at by strew_vulkan_requirements */
  void (*(*get_instance_proc_addr)(void* instance, const char* name))(void); /* vkGetInstanceProcAddr */
  uint64_t pipeline_cache;                                                   /* VkPipelineCache, or 0 */
  const strew_vulkan_allocator* allocator;                                   /* null: vkAllocateMemory */
  int32_t arithmetic;                                                        /* STREW_VULKAN_FASTEST, ... */
  /* What the device was made with, as strew_vulkan_requirements filled it; null: not with shaderBufferInt64Atomics.
   * Read by strew_vulkan_device_make alone. */
  const strew_vulkan_features* features;
} strew_vulkan_context;
#define STREW_VULKAN_CONTEXT_INIT \
  { sizeof(strew_vulkan_context), 1, NULL, NULL, NULL, NULL, 0, NULL, STREW_VULKAN_FASTEST, NULL }

typedef struct strew_vulkan_device strew_vulkan_device; /* any number of threads may use one */
typedef struct strew_vulkan_plan strew_vulkan_plan;     /* immutable; the strew_plan outlives it */

/* Fills what vkCreateDevice must enable. VK1 where the device has it not, with the name of the feature; VK2. */
STREW_API strew_status strew_vulkan_requirements(const strew_vulkan_context* context, strew_vulkan_features* features,
                                                 strew_error* error);

/* Makes what plans on a VkDevice share, and runs the self-test of float arithmetic on a queue of its own family: 65,536
 * pairs for each way that the device may take. It allocates, submits and waits. `queue`: VkQueue with compute, which
 * nobody else uses meanwhile; `queue_family`: its family. VK1 to VK5. */
STREW_API strew_status strew_vulkan_device_make(const strew_vulkan_context* context, void* queue, uint32_t queue_family,
                                                strew_vulkan_device** device, strew_error* error);
STREW_API void strew_vulkan_device_destroy(strew_vulkan_device* device); /* null is fine; after its plans */
/* One line for each property: name, driver, ways of f32 and f64, atomics of 64 bits, pipelines that have been made. As
 * strew_plan_explain. */
STREW_API size_t strew_vulkan_device_describe(const strew_vulkan_device* device, char* text, size_t capacity);

/* Makes the tables of a plan, and the pipelines that it needs. Prepared indices that are bound to the plan are copied.
 * A plan with more than one result is refused (PB6); VK4 where the device cannot number the points of a problem. */
STREW_API strew_status strew_vulkan_plan_make(strew_vulkan_device* device, const strew_plan* plan,
                                              strew_vulkan_plan** made, strew_error* error);
STREW_API void strew_vulkan_plan_destroy(strew_vulkan_plan* plan); /* null is fine; after its commands have completed */
/* Bytes of workspace that a call needs, and of what reuse of its indices needs beside; multiples of 256. */
STREW_API uint64_t strew_vulkan_plan_workspace(const strew_vulkan_plan* plan);
STREW_API uint64_t strew_vulkan_plan_prepared(const strew_vulkan_plan* plan);
/* One line for each dispatch: kernel, way of floats, invocations, and where a plan has two ways to combine updates, in
 * which calls. As strew_plan_explain. */
STREW_API size_t strew_vulkan_plan_describe(const strew_vulkan_plan* plan, char* text, size_t capacity);

/* Where an operand begins, its logically first element: an address of the device, or a buffer, whose usage includes
 * SHADER_DEVICE_ADDRESS, and an offset. All zero: none, as null pointers of strew_execute. */
typedef struct strew_vulkan_place {
  uint64_t address; /* VkDeviceAddress; 0: that of the buffer */
  uint64_t buffer;  /* VkBuffer */
  uint64_t offset;  /* bytes, added to either */
} strew_vulkan_place;

enum { STREW_VULKAN_RECORD_BYTES = 1024 };

/* What a call does with indices. */
enum {
  STREW_VULKAN_WHOLE = 0,   /* validates them, finds the order of cells, moves */
  STREW_VULKAN_PREPARE = 1, /* validates them and keeps the order in `prepared`; moves nothing */
  STREW_VULKAN_REUSE = 2    /* moves by the order that is in `prepared`; the indices must be the same still */
};

/* Operands by the names of strew_problem_view and strew_problem_places. Outputs of segment_reduce without base, and of
 * sddmm, begin as zeros: there `data` are those of one element, at most 4096 bytes. */
typedef struct strew_vulkan_call {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  int32_t phase;    /* STREW_VULKAN_WHOLE, ... */
  strew_vulkan_place data;
  strew_vulkan_place indices;
  strew_vulkan_place updates;
  strew_vulkan_place output;
  strew_vulkan_place from;
  strew_vulkan_place weights;
  strew_vulkan_place scales;
  strew_vulkan_place zero_points;
  strew_vulkan_place codebook;
  strew_vulkan_place workspace; /* of strew_vulkan_plan_workspace bytes at a multiple of 256; no other use meanwhile */
  strew_vulkan_place prepared;  /* of strew_vulkan_plan_prepared bytes, the same; of PREPARE and REUSE */
  strew_vulkan_place record;    /* of STREW_VULKAN_RECORD_BYTES at a multiple of 256, which the host can read later */
} strew_vulkan_call;
#define STREW_VULKAN_CALL_INIT                                                                               \
  {                                                                                                          \
    sizeof(strew_vulkan_call), 1, STREW_VULKAN_WHOLE, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, \
        {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {                                  \
      0, 0, 0                                                                                                \
    }                                                                                                        \
  }

/* Records a call into `command_buffer`, a VkCommandBuffer that has begun and supports compute, outside a render pass.
 * Nothing is submitted or allocated. The commands begin behind a barrier for what compute shaders, transfers and the
 * host wrote before, and end with one that makes their writes visible to all of these. Indices are validated before
 * anything is written: after an error of indices the commands that move do nothing. What strew_check_memory refuses of
 * places (PT1, OV1, OV2), VK6. */
STREW_API strew_status strew_vulkan_record(const strew_vulkan_plan* plan, void* command_buffer,
                                           const strew_vulkan_call* call, strew_error* error);
/* After the commands of a call have completed: IX1, IX2 and OF1 as strew_execute returns them, or success. `record`:
 * its bytes, as the host sees them. */
STREW_API strew_status strew_vulkan_result(const strew_vulkan_plan* plan, const void* record, strew_error* error);

/* Records a call into a command buffer that is not in use, and submits it. Of the semaphores, of type timeline, either
 * may be 0. */
typedef struct strew_vulkan_submission {
  uint32_t struct_size;
  uint32_t version;        /* 1 */
  void* queue;             /* VkQueue, which no other thread uses meanwhile */
  void* command_buffer;    /* VkCommandBuffer, of a pool with RESET_COMMAND_BUFFER */
  uint64_t wait_semaphore; /* VkSemaphore: the commands begin once it has the value */
  uint64_t wait_value;
  uint64_t signal_semaphore; /* VkSemaphore: it gets the value when they have completed */
  uint64_t signal_value;
} strew_vulkan_submission;
#define STREW_VULKAN_SUBMISSION_INIT \
  { sizeof(strew_vulkan_submission), 1, NULL, NULL, 0, 0, 0, 0 }

STREW_API strew_status strew_vulkan_execute(const strew_vulkan_plan* plan, const strew_vulkan_call* call,
                                            const strew_vulkan_submission* submission, strew_error* error);

/* ---- Operands in host memory ---------------------------------------------------------------------------------------
 * An instance, a device and a queue of the library's own, through the loader that is on the machine when it is made
 * (libvulkan.so.1), or that of the caller. One thread at a time executes on it. */
typedef struct strew_vulkan_host strew_vulkan_host;

typedef struct strew_vulkan_host_options {
  uint32_t struct_size;
  uint32_t version;   /* 1 */
  uint32_t device;    /* number of the physical device, in the order of the loader */
  int32_t arithmetic; /* STREW_VULKAN_FASTEST, ... */
  int32_t validates;  /* 1: with Khronos' validation layer and its checks of synchronisation, whose messages
                         strew_vulkan_host_messages tells */
  void (*(*get_instance_proc_addr)(void* instance, const char* name))(void); /* null: that of libvulkan.so.1 */
} strew_vulkan_host_options;
#define STREW_VULKAN_HOST_OPTIONS_INIT \
  { sizeof(strew_vulkan_host_options), 1, 0, STREW_VULKAN_FASTEST, 0, NULL }

/* `options`: null: the first device that is accepted. VK1 to VK5, VK7. */
STREW_API strew_status strew_vulkan_host_make(const strew_vulkan_host_options* options, strew_vulkan_host** host,
                                              strew_error* error);
STREW_API void strew_vulkan_host_destroy(strew_vulkan_host* host); /* null is fine */
/* The device and its context, for the functions above. */
STREW_API strew_vulkan_device* strew_vulkan_host_device(const strew_vulkan_host* host);
/* One line for each physical device: its number, name and driver, and why it would be refused. VK7 where there is no
 * loader. */
STREW_API strew_status strew_vulkan_devices(char* text, size_t capacity, size_t* length, strew_error* error);
STREW_API size_t strew_vulkan_host_messages(const strew_vulkan_host* host, char* text, size_t capacity);

/* strew_execute_at on the device: operands are copied to it, and the output back; or used where they are, if the device
 * can import the memory of the host. Nothing of a call runs on the device any more when it returns. Output is unchanged
 * after an error of any status but STREW_STATUS_CANCELLED. All that strew_execute_at refuses, VK2 to VK4. */
STREW_API strew_status strew_vulkan_host_execute(strew_vulkan_host* host, const strew_plan* plan,
                                                 const strew_operand_places* at, strew_error* error);

/* The text of a rule of this library, VK1 to VK7, else of the engine; null if there is none. */
STREW_API const char* strew_vulkan_rule_text(const char* rule);
STREW_API const char* strew_vulkan_rule_name(uint64_t number); /* in order, null past the last */

#ifdef __cplusplus
}
#endif

#endif
