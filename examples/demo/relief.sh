# A landscape: its heights counted by a scatter with add, its skylines and visible surface determined by a scatter with
# max. The counts and the skylines are repeated on files.

title "A landscape of Tennessee, in C++"
unzip -o -q -j "$(sample jacksboro_fault_dem.npz)" elevation.npy
relief elevation.npy relief.png cpp_counts.npy cpp_skylines.npy

title "Its heights counted on files: a height is the index of the place that counts it"
strew inspect elevation.npy | sed -n 1p
show npy_make full nothing.npy u64 0 1101
show npy_make full ones.npy u64 1 344 403
show strew scatter nothing.npy elevation.npy ones.npy --reduction add --negative-indices invalid -o height_counts.npy
same "counts" cpp_counts.npy height_counts.npy

title "Its skylines on files: of each 16 columns the highest place in every row"
show npy_make full no_sky.npy i16 0 344 26
show npy_make steps band_of_column.npy i32 16 403
show strew scatter no_sky.npy band_of_column.npy elevation.npy --axis 1 --reduction max -o skylines.npy
same "skylines" cpp_skylines.npy skylines.npy
