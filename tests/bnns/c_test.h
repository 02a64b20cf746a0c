/* What the tests in C come to: 0, or the line of the first thing that is not as it should be. */
#ifndef STREW_TESTS_BNNS_C_TEST_H
#define STREW_TESTS_BNNS_C_TEST_H

#ifdef __cplusplus
extern "C" {
#endif

int strew_c11_test(void);
int strew_apple_test(void);

#ifdef __cplusplus
}
#endif

#define STREW_EXPECT(truth)        \
  do {                             \
    if (!(truth)) return __LINE__; \
  } while (0)

#endif
