// The docstrings of the operators: shapes, options, errors, source, an example that is run by the tests.
#pragma once

namespace strew::python {

extern const char* const gather_doc;
extern const char* const gather_elements_doc;
extern const char* const gather_nd_doc;
extern const char* const scatter_doc;
extern const char* const scatter_elements_doc;
extern const char* const scatter_nd_doc;
extern const char* const tensor_scatter_doc;

}  // namespace strew::python
