/**
 * The system calls that a sandboxed process may not make, as a program for the kernel's seccomp filter. Everything
 * that reads a file needs stays allowed: a list of allowed calls would break with each new version of Node or libc.
 */

/** Name, then its number on x64 and on arm64; `none` where the system does not have it. */
const none = -1
const denied: readonly [name: string, x64: number, arm64: number][] = [
  // Other processes, and new ones. Threads go through `clone`, which is looked at more closely below.
  ['fork', 57, none],
  ['vfork', 58, none],
  ['ptrace', 101, 117],
  ['process_vm_readv', 310, 270],
  ['process_vm_writev', 311, 271],
  ['process_madvise', 440, 440],
  ['kcmp', 312, 272],
  ['pidfd_open', 434, 434],
  ['pidfd_getfd', 438, 438],
  ['pidfd_send_signal', 424, 424],
  // Another view of files, and other namespaces.
  ['mount', 165, 40],
  ['umount2', 166, 39],
  ['pivot_root', 155, 41],
  ['chroot', 161, 51],
  ['open_tree', 428, 428],
  ['move_mount', 429, 429],
  ['fsopen', 430, 430],
  ['fsconfig', 431, 431],
  ['fsmount', 432, 432],
  ['fspick', 433, 433],
  ['mount_setattr', 442, 442],
  ['name_to_handle_at', 303, 264],
  ['open_by_handle_at', 304, 265],
  ['unshare', 272, 97],
  ['setns', 308, 268],
  // Connections. The pipe to the server is open before the filter applies.
  ['socket', 41, 198],
  ['socketpair', 53, 199],
  // Memory that the server's watch does not see, and memory shared with others.
  ['memfd_create', 319, 279],
  ['memfd_secret', 447, 447],
  ['shmget', 29, 194],
  ['semget', 64, 190],
  ['msgget', 68, 186],
  ['mq_open', 240, 180],
  // Parts of the kernel that are often attacked, and that no reader of files needs.
  ['bpf', 321, 280],
  ['perf_event_open', 298, 241],
  ['userfaultfd', 323, 282],
  ['io_uring_setup', 425, 425],
  ['io_uring_enter', 426, 426],
  ['io_uring_register', 427, 427],
  ['add_key', 248, 217],
  ['request_key', 249, 218],
  ['keyctl', 250, 219],
  ['fanotify_init', 300, 262],
  ['personality', 135, 92],
  ['modify_ldt', 154, none],
  // The machine itself.
  ['kexec_load', 246, 104],
  ['kexec_file_load', 320, 294],
  ['init_module', 175, 105],
  ['finit_module', 313, 273],
  ['delete_module', 176, 106],
  ['reboot', 169, 142],
  ['swapon', 167, 224],
  ['swapoff', 168, 225],
  ['acct', 163, 89],
  ['quotactl', 179, 60],
  ['quotactl_fd', 443, 443],
  ['settimeofday', 164, 170],
  ['clock_settime', 227, 112],
  ['clock_adjtime', 305, 266],
  ['adjtimex', 159, 171],
  ['sethostname', 170, 161],
  ['setdomainname', 171, 162],
  ['syslog', 103, 116],
  ['iopl', 172, none],
  ['ioperm', 173, none],
]

interface Machine {
  audit: number
  clone: number
  clone3: number
  column: 1 | 2
}
const machines: Partial<Record<NodeJS.Architecture, Machine>> = {
  x64: { audit: 0xc000003e, clone: 56, clone3: 435, column: 1 },
  arm64: { audit: 0xc00000b7, clone: 220, clone3: 435, column: 2 },
}

/** Numbers of the denied calls by name, for those who test the filter. */
export function deniedCalls(arch: NodeJS.Architecture): Map<string, number> {
  const machine = machines[arch]
  const rows = machine ? denied.map((row) => [row[0], row[machine.column]] as const) : []
  return new Map(rows.filter(([, number]) => number !== none))
}

// Instructions of classic BPF, and what a filter answers.
const load = 0x20
const jumpIfEqual = 0x15
const jumpIfAtLeast = 0x35
const jumpIfAnySet = 0x45
const answer = 0x06
const allow = 0x7fff0000
const endProcess = 0x80000000
const fail = (errno: number) => 0x00050000 | errno
const notPermitted = fail(1)
const notImplemented = fail(38)

// Where the kernel puts the call's number, the machine and the low half of the first argument.
const at = { number: 0, machine: 4, firstArgument: 16 }
// Calls of the x32 interface of x64 machines carry this bit, and would pass by the numbers above.
const x32Bit = 0x40000000
const threadFlag = 0x10000

type Instruction = [code: number, ifTrue: number, ifFalse: number, value: number]

const answerIf = (number: number, value: number): Instruction[] => [
  [jumpIfEqual, 0, 1, number],
  [answer, 0, 0, value],
]

/** The filter as the kernel reads it; undefined for a kind of processor that has no table here. */
export function systemCallFilter(arch: NodeJS.Architecture = process.arch): Buffer | undefined {
  const machine = machines[arch]
  if (!machine) return undefined
  const program: Instruction[] = [
    [load, 0, 0, at.machine],
    [jumpIfEqual, 1, 0, machine.audit],
    [answer, 0, 0, endProcess],
    [load, 0, 0, at.number],
    [jumpIfAtLeast, 0, 1, x32Bit],
    [answer, 0, 0, notImplemented],
    // Its flags are in memory that a filter cannot read. The C library then uses `clone`.
    ...answerIf(machine.clone3, notImplemented),
    ...[...deniedCalls(arch).values()].flatMap((number) => answerIf(number, notPermitted)),
    // Threads only: no new process, and so no new namespace.
    [jumpIfEqual, 0, 3, machine.clone],
    [load, 0, 0, at.firstArgument],
    [jumpIfAnySet, 1, 0, threadFlag],
    [answer, 0, 0, notPermitted],
    [answer, 0, 0, allow],
  ]
  const bytes = Buffer.alloc(program.length * 8)
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifTrue, index * 8 + 2)
    bytes.writeUInt8(ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(value, index * 8 + 4)
  }
  return bytes
}
