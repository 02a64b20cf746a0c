// Compiled for x86_64-pc-windows-msvc, whose programs find the object in rcx and the place for a returned struct in rdx, and
// linked to a program of MinGW, where it is the reverse. No header: those of that target are not at hand. The struct and the
// order of the methods are those of DirectML.h.
struct binding_properties {
  unsigned descriptors;
  unsigned long long temporary, persistent;
};

struct dispatchable {
  virtual long QueryInterface(const void* id, void** made) = 0;
  virtual unsigned long AddRef() = 0;
  virtual unsigned long Release() = 0;
  virtual long GetPrivateData(const void* id, unsigned* bytes, void* data) = 0;
  virtual long SetPrivateData(const void* id, unsigned bytes, const void* data) = 0;
  virtual long SetPrivateDataInterface(const void* id, void* data) = 0;
  virtual long SetName(const wchar_t* name) = 0;
  virtual long GetDevice(const void* id, void** made) = 0;
  virtual binding_properties GetBindingProperties() = 0;
};

extern "C" void properties_by_msvc(dispatchable* of, binding_properties* to) {
  *to = of->GetBindingProperties();
}
