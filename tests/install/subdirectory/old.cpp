// A source of the parent: of an older standard, with a warning of its own. Neither is strew's business.
#if __cplusplus >= 202002L
#error "strew changed the parent's standard"
#endif

int main() {
  int unused;
  return 0;
}
