/** Start parameters of the embedded engine; the stock ones switch fsync off (`-F`). */
export const startParameters = [
  '--single',
  '-j',
  ...settings({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // The engine's fdatasync does nothing, only its fsync reaches the file system.
    wal_sync_method: 'fsync',
    search_path: 'public',
    exit_on_error: 'false',
    log_checkpoints: 'false',
    io_method: 'sync',
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
  }),
]

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
