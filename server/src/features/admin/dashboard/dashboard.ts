import type { AdminDashboard } from '@exempta/contract/admin/dashboard'
import { type Call, personOf } from '../../../platform/call.ts'
import type { Services } from '../../../platform/services.ts'
import { findBackupProblem } from '../backups/backups.ts'
import { type FigureRow, figures, recentEvents } from './queries.ts'

export async function getAdminDashboard(services: Services, call: Call): Promise<AdminDashboard> {
  const [{ counted, recent }, backupProblem] = await Promise.all([
    services.database.transact(
      personOf(call),
      async (tx) => {
        const [counted, recent] = await Promise.all([figures(tx, services.clock.now()), recentEvents(tx)])
        return { counted, recent }
      },
      { readOnly: true },
    ),
    // Whoever set no passphrase backs up in another way, and reads on the page of backups how this one works.
    services.backups.isReady ? findBackupProblem(services) : null,
  ])
  const of = (figure: FigureRow['figure']) => {
    const row = counted.find((one) => one.figure === figure)
    return {
      total: row?.total ?? 0,
      growthPercent: row?.growth ?? 0,
      newCount: row?.new_count ?? 0,
    }
  }
  return {
    users: of('users'),
    businesses: of('businesses'),
    documents: of('documents'),
    pendingIssues: of('pendingIssues'),
    backupProblem,
    activity: recent.map((row) => ({ ...row, at: row.at.toISOString() })),
  }
}
