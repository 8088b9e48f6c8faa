"""From rules to WebAssembly: Numba's code for no machine in particular, made into one module by LLVM.

Numba must be told before it is imported that it compiles for no machine: see `neutral`. What runs in Python alone uses
none of this; a module is made once, by `python -m khlong.lab.modules`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..rule import Linker
from .module import Entry, Module, Shape

if TYPE_CHECKING:
    import llvmlite.binding as llvm
    from numba import types

NEUTRAL = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_OPT": "0", "NUMBA_DISABLE_INTEL_SVML": "1"}
"""What makes Numba write code that is good for any machine, and leave it to us to make it fast."""
TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128"
ALLOCATION = Path(__file__).with_name("allocation.ll")
BY_HAND = ("NRT_incref", "NRT_decref", "NRT_MemInfo_alloc_aligned", "NRT_MemInfo_call_dtor")


class Wanted(NamedTuple):
    """A rule that can be called from outside, with arguments of the types that it will be given."""

    rule: Callable[..., object]
    arguments: Sequence[object]


def neutral(*command: str) -> None:
    """Runs a module of ours in a Python whose Numba compiles for no machine in particular."""
    subprocess.run([sys.executable, "-m", *command], env=os.environ | NEUTRAL, check=True)


def compile_module(constants: Mapping[str, object], wanted: Sequence[Wanted]) -> Module:
    """Some rules with a game's rules and constants in them, ready to be called from JavaScript."""
    import numba

    if not os.environ.items() >= NEUTRAL.items():
        raise RuntimeError("Numba compiles for this machine here: modules are made in a process of their own.")
    from ..native import table

    options: dict[str, str | bool] = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    linker = Linker(numba.njit(**options), constants, table)
    entries, sources, symbols = {}, [], {}
    for rule, arguments in wanted:
        dispatcher = numba.njit(**options)(linker.bind(rule))
        signature = tuple(numba.typeof(argument) for argument in arguments)
        dispatcher.compile(signature)
        made = dispatcher.overloads[signature]
        sources.append(made.library.get_llvm_str())
        symbols[made.fndesc.llvm_func_name] = rule.__name__
        entries[rule.__name__] = Entry([_shape(kind) for kind in signature], _shape(made.signature.return_type))
    return Module(_linked(_object(sources, symbols), [*entries]), entries)


def _shape(kind: types.Type) -> Shape:
    """How an argument is handed over: a number, a record by its address, an array of so many dimensions, or several."""
    from numba import types

    if isinstance(kind, types.Array):
        return {"array": kind.ndim}
    if isinstance(kind, types.Record):
        return "record"
    if isinstance(kind, types.BaseNamedTuple):
        return [_shape(each) for each in kind.types]
    if isinstance(kind, types.Integer | types.Boolean):
        return "i64" if kind.bitwidth == 64 else "i32"
    assert kind == types.none, kind
    return None


def _object(sources: Sequence[str], symbols: Mapping[str, str]) -> bytes:
    """An object file from LLVM's own text, optimised for wasm32; Numba's symbols give way to plain names."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    whole, *others = (llvm.parse_assembly(_for_wasm(source)) for source in sources)
    for other in others:
        whole.link_in(other)
    whole = _with_allocation(whole)
    for function in whole.functions:
        if function.name in symbols:
            function.name = symbols[function.name]
        elif not function.is_declaration:
            function.linkage = "internal"
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
    code: bytes = machine.emit_object(whole)
    return code


def _for_wasm(text: str) -> str:
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{LAYOUT}"', text, flags=re.M)
    text = re.sub(r"^target triple = .*$", f'target triple = "{TRIPLE}"', text, flags=re.M)
    text = re.sub(r"^declare double @sqrt\(.*$", "declare double @llvm.sqrt.f64(double)", text, flags=re.M)
    text = text.replace("@sqrt(", "@llvm.sqrt.f64(")  # an instruction of every machine
    return re.sub(r"= common ((?:local_unnamed_addr )?)global", r"= internal \1global", text)


def _with_allocation(module: llvm.ModuleRef) -> llvm.ModuleRef:
    """The same with our own way to give room to small arrays in the place of Numba's."""
    import llvmlite.binding as llvm

    text = str(module)
    for name in BY_HAND:
        text = re.sub(rf"^define [^\n]*@{name}\(.*?^}}\n", "", text, flags=re.M | re.S)
        text = re.sub(rf"^declare [^\n]*@{name}\([^\n]*\n", "", text, flags=re.M)
    made = llvm.parse_assembly(text + ALLOCATION.read_text(encoding="utf-8"))
    made.verify()
    return made


def _linked(code: bytes, entries: Sequence[str]) -> bytes:
    """The module, with mathematics as the C library has it, so that it comes to the same as on any machine."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "rules.o"), Path(folder, "rules.wasm")
        source.write_bytes(code)
        exports = [f"--export={name}" for name in ("__heap_base", *entries)]
        flags = [f"-Wl,{flag}" for flag in ("--no-entry", "--gc-sections", "--strip-all", *exports)]
        linker = [sys.executable, "-m", "ziglang", "cc", "--target=wasm32-wasi", "-mexec-model=reactor"]
        done = subprocess.run(
            [*linker, "-nostartfiles", *flags, str(source), "-lm", "-o", str(target)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"The rules could not be linked: {done.stderr}")
        return target.read_bytes()
