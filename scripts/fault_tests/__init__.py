"""./scripts/faults: injects faults into the AWS calls of every writing operation and checks what the operation wrote."""
