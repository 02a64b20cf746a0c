"""The adapters for the fused operators, one per file, as those of the other operators: functions by operator."""
