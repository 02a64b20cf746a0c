# Functions shared by the parts of the demo.

title() {
  printf '\n== %s\n' "$*"
}

# Prints a command, then runs it.
show() {
  printf '$ %s\n' "$*"
  "$@"
}

# same WHAT LEFT RIGHT: fails unless the files are byte for byte equal.
same() {
  cmp "$2" "$3"
  echo "$1: the same to the byte"
}

# sample NAME: a file of the package of sample data; ends the demo without it.
sample() {
  found=$(dpkg -L python-matplotlib-data 2>/dev/null | grep "/$1\$" || true)
  [ -n "$found" ] || { echo "run-demo: there is no $1; python-matplotlib-data has it" >&2; exit 1; }
  realpath "$found"
}
