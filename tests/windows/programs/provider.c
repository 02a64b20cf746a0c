/* ONNX Runtime and Windows ML load a provider by its path and look up functions by name: provider.exe PATH. */
#include <stdint.h>
#include <stdio.h>
#include <windows.h>

typedef void (*counts_function)(uint64_t* to);

int main(int count, char** words) {
  static const char* const names[] = {"CreateEpFactories", "ReleaseEpFactory", "RegisterCustomOps"};
  HMODULE library = count == 2 ? LoadLibraryA(words[1]) : NULL;
  uint64_t counts[3] = {7, 7, 7};
  counts_function tell;
  if (library == NULL) {
    printf("not loaded: error %lu\n", GetLastError());
    return 1;
  }
  for (int n = 0; n < 3; ++n) {
    if (GetProcAddress(library, names[n]) == NULL) {
      printf("no %s\n", names[n]);
      return 1;
    }
  }
  tell = (counts_function)(void*)GetProcAddress(library, "strew_onnxruntime_counts");
  if (tell == NULL) return 1;
  tell(counts);
  printf("loaded, with its functions; %llu calls so far\n", (unsigned long long)counts[0]);
  return counts[0] == 0 && counts[1] == 0 && counts[2] == 0 ? 0 : 1;
}
