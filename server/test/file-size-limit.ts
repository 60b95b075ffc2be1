import { execFileSync } from 'node:child_process'

/**
 * Lets this process write no file beyond a size, as on a disk that is full: a file system of its own would need
 * the rights of root. Returns what lifts the limit. Needs the program `prlimit`, of util-linux.
 */
export function limitFileSize(bytes: number): () => void {
  // Without a listener the signal ends the process; with one, the write fails with EFBIG.
  const ignoreSignal = () => {}
  process.on('SIGXFSZ', ignoreSignal)
  setLimit(String(bytes))
  return () => {
    setLimit('unlimited')
    process.off('SIGXFSZ', ignoreSignal)
  }
}

// Only the soft limit: without rights it may be raised again as far as the hard one.
function setLimit(soft: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${soft}:`])
}
