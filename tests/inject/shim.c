/* Makes one call of the C library fail, once. Preloaded; STREW_INJECT says what: "write:3:28" is the third write with
 * errno 28, "write:3+:28" every one from the third on. Instead of an errno:
 *   short   a read or write of half the bytes (one byte at least) that succeeds
 *   before  SIGKILL before the call         after   SIGKILL after it
 *   none    nothing: the calls are only counted
 * STREW_INJECT_APPEAR=0640: right before the first rename that must not replace, somebody makes a file of that mode
 * there. One byte goes to the descriptor STREW_INJECT_NOTE each time it strikes. Calls of "malloc" are those of its
 * family. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum mode { FAIL, SHORT, BEFORE, AFTER, NONE };
static const char* const mode_names[] = {"", "short", "before", "after", "none"};

static struct {
  char name[32];
  long first; /* 0: nothing is planned */
  int goes_on;
  enum mode mode;
  int number;
  int note;
} plan;
static atomic_long calls;

__attribute__((constructor(101))) static void read_plan(void) {
  const char* text = getenv("STREW_INJECT");
  const char* note = getenv("STREW_INJECT_NOTE");
  const char* colon = text == NULL ? NULL : strchr(text, ':');
  char* end;
  if (colon == NULL || note == NULL || (size_t)(colon - text) >= sizeof plan.name) return;
  memcpy(plan.name, text, (size_t)(colon - text));
  plan.note = atoi(note);
  const long first = strtol(colon + 1, &end, 10);
  plan.goes_on = *end == '+';
  end += plan.goes_on + 1;
  for (int mode = SHORT; mode <= NONE; ++mode) {
    if (strcmp(end, mode_names[mode]) == 0) plan.mode = (enum mode)mode;
  }
  plan.number = atoi(end);
  plan.first = first;
}

/* Whether this call of `name` is the one. */
static int is_struck(const char* name) {
  if (plan.first == 0 || strcmp(plan.name, name) != 0) return 0;
  const long number = atomic_fetch_add(&calls, 1) + 1;
  if (number != plan.first && !(plan.goes_on && number > plan.first)) return 0;
  const int saved = errno;
  syscall(SYS_write, plan.note, "!", 1);
  errno = saved;
  if (plan.mode == BEFORE) raise(SIGKILL);
  return plan.mode != NONE;
}

static void* next_of(void** known, const char* name) {
  if (*known == NULL) *known = dlsym(RTLD_NEXT, name);
  return *known;
}

/* A call that returns -1 when it fails. When it is struck the real one is skipped, except that a descriptor is closed
 * all the same, as Linux does, and that nothing is wrong in the modes that kill. */
#define STRIKE(group, real_call, does_call) \
  if (is_struck(group)) {                   \
    if (plan.mode == AFTER) {               \
      (void)!real_call;                     \
      raise(SIGKILL);                       \
    }                                       \
    if (does_call) (void)!real_call;        \
    errno = plan.number;                    \
    return -1;                              \
  }                                         \
  return real_call

#define WRAP(type, name, group, parameters, arguments, does_call)        \
  type name parameters {                                                 \
    static void* known;                                                  \
    type(*real) parameters = (type(*) parameters)next_of(&known, #name); \
    STRIKE(group, real arguments, does_call);                            \
  }

WRAP(int, close, "close", (int file), (file), 1)
WRAP(int, fsync, "fsync", (int file), (file), 0)
WRAP(int, fdatasync, "fsync", (int file), (file), 0)
WRAP(int, fallocate, "fallocate", (int file, int mode, off_t from, off_t bytes), (file, mode, from, bytes), 0)
WRAP(int, fallocate64, "fallocate", (int file, int mode, off64_t from, off64_t bytes), (file, mode, from, bytes), 0)
WRAP(int, ftruncate, "ftruncate", (int file, off_t bytes), (file, bytes), 0)
WRAP(int, ftruncate64, "ftruncate", (int file, off64_t bytes), (file, bytes), 0)
WRAP(int, rename, "rename", (const char* from, const char* to), (from, to), 0)
WRAP(int, renameat, "rename", (int a, const char* from, int b, const char* to), (a, from, b, to), 0)

/* Only of files; a refusal is MAP_FAILED, which is -1 as a pointer. */
#define WRAP_MAP(name, offset)                                                                     \
  void* name(void* address, size_t bytes, int protection, int flags, int file, offset from) {      \
    static void* known;                                                                            \
    void* (*real)(void*, size_t, int, int, int, offset) =                                          \
        (void* (*)(void*, size_t, int, int, int, offset))next_of(&known, #name);                   \
    if (file < 0 || !is_struck("map")) return real(address, bytes, protection, flags, file, from); \
    errno = plan.number;                                                                           \
    return MAP_FAILED;                                                                             \
  }
WRAP_MAP(mmap, off_t)
WRAP_MAP(mmap64, off64_t)

static void let_appear(int folder, const char* name) {
  static atomic_flag is_made = ATOMIC_FLAG_INIT;
  const char* mode = getenv("STREW_INJECT_APPEAR");
  if (mode == NULL || atomic_flag_test_and_set(&is_made)) return;
  const int file = (int)syscall(SYS_openat, folder, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  syscall(SYS_fchmod, file, strtol(mode, NULL, 8));
  syscall(SYS_close, file);
}

int renameat2(int a, const char* from, int b, const char* to, unsigned flags) {
  static void* known;
  int (*real)(int, const char*, int, const char*, unsigned) =
      (int (*)(int, const char*, int, const char*, unsigned))next_of(&known, "renameat2");
  if (flags != 0) let_appear(b, to);
  STRIKE("rename", real(a, from, b, to, flags), 0);
}

WRAP(int, unlink, "unlink", (const char* path), (path), 0)
WRAP(int, unlinkat, "unlink", (int folder, const char* path, int flags), (folder, path, flags), 0)
WRAP(int, fstat, "stat", (int file, struct stat* to), (file, to), 0)
WRAP(int, stat, "stat", (const char* path, struct stat* to), (path, to), 0)
WRAP(int, lstat, "stat", (const char* path, struct stat* to), (path, to), 0)
WRAP(int, faccessat, "access", (int folder, const char* path, int mode, int flags), (folder, path, mode, flags), 0)
WRAP(int, fchmod, "chmod", (int file, mode_t mode), (file, mode), 0)
WRAP(int, fchown, "chown", (int file, uid_t owner, gid_t group), (file, owner, group), 0)
WRAP(ssize_t, getxattr, "acl", (const char* path, const char* name, void* to, size_t bytes), (path, name, to, bytes), 0)
WRAP(int, fsetxattr, "acl", (int file, const char* name, const void* from, size_t bytes, int flags),
     (file, name, from, bytes, flags), 0)
WRAP(int, fremovexattr, "acl", (int file, const char* name), (file, name), 0)
WRAP(off_t, lseek, "seek", (int file, off_t to, int whence), (file, to, whence), 0)

#define WRAP_TRANSFER(name, group, pointer)                                                           \
  ssize_t name(int file, pointer buffer, size_t bytes) {                                              \
    static void* known;                                                                               \
    ssize_t (*real)(int, pointer, size_t) = (ssize_t(*)(int, pointer, size_t))next_of(&known, #name); \
    if (plan.mode == SHORT && bytes > 1) {                                                            \
      return real(file, buffer, is_struck(group) ? bytes / 2 : bytes);                                \
    }                                                                                                 \
    STRIKE(group, real(file, buffer, bytes), 0);                                                      \
  }
WRAP_TRANSFER(read, "read", void*)
WRAP_TRANSFER(write, "write", const void*)

#define WRAP_OPEN(name, group, parameters, arguments)                                      \
  int name parameters {                                                                    \
    static void* known;                                                                    \
    int(*real) parameters = (int(*) parameters)next_of(&known, #name);                     \
    va_list more;                                                                          \
    va_start(more, flags);                                                                 \
    const mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                                          \
    STRIKE(group, real arguments, 0);                                                      \
  }
WRAP_OPEN(open, "open", (const char* path, int flags, ...), (path, flags, mode))
WRAP_OPEN(open64, "open", (const char* path, int flags, ...), (path, flags, mode))
WRAP_OPEN(openat, "open", (int folder, const char* path, int flags, ...), (folder, path, flags, mode))
WRAP_OPEN(openat64, "open", (int folder, const char* path, int flags, ...), (folder, path, flags, mode))

/* Of its commands the program uses the one that copies a descriptor. */
#define WRAP_COPY(name)                                                          \
  int name(int file, int command, ...) {                                         \
    static void* known;                                                          \
    int (*real)(int, int, ...) = (int (*)(int, int, ...))next_of(&known, #name); \
    va_list more;                                                                \
    va_start(more, command);                                                     \
    void* argument = va_arg(more, void*);                                        \
    va_end(more);                                                                \
    if (command != F_DUPFD_CLOEXEC) return real(file, command, argument);        \
    STRIKE("dup", real(file, command, argument), 0);                             \
  }
WRAP_COPY(fcntl)
WRAP_COPY(fcntl64)

/* Memory: the C library's own functions bear these names for those who replace the public ones. */
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* block, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);

static int is_refused(void) {
  if (!is_struck("malloc")) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t bytes) {
  return is_refused() ? NULL : __libc_malloc(bytes);
}
void* calloc(size_t count, size_t bytes) {
  return is_refused() ? NULL : __libc_calloc(count, bytes);
}
void* realloc(void* block, size_t bytes) {
  return is_refused() ? NULL : __libc_realloc(block, bytes);
}
void* memalign(size_t alignment, size_t bytes) {
  return is_refused() ? NULL : __libc_memalign(alignment, bytes);
}
void* aligned_alloc(size_t alignment, size_t bytes) {
  return memalign(alignment, bytes);
}
int posix_memalign(void** block, size_t alignment, size_t bytes) {
  void* made = memalign(alignment, bytes);
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}
