/**
 * An installation is a demo or it isn't, from its first start on. Everyone knows the passwords of a demo, its
 * administrator's included, so its accounts must never be among those of people who rely on theirs.
 */
import { closeAccess } from '../features/accounts/index.ts'
import { recordAudit } from '../platform/audit/record-audit.ts'
import { systemCall } from '../platform/call.ts'
import { systemActor } from '../platform/db/actor.ts'
import type { Transaction } from '../platform/db/database.ts'
import type { Services } from '../platform/services.ts'
import { InstallationKindError } from './errors.ts'
import { demoPeople } from './people.ts'
import { findIsDemo, findPeople, hasAdministratorBeside, hasAnyone, putIsDemo, suspend } from './queries.ts'

type KindServices = Pick<Services, 'clock' | 'database'>

interface Asked {
  demo: boolean
  dataDir: string
}

const demoAddresses = demoPeople.map(({ email }) => email)

/** Refuses a start of the other kind. Returns how many accounts of the demo were suspended in a real installation. */
export async function requireKind(services: KindServices, { demo, dataDir }: Asked): Promise<number> {
  const { isDemo, suspended } = await services.database.transact(systemActor, async (tx) => {
    const known = await findIsDemo(tx)
    return known === undefined ? decide(services, tx, demo) : { isDemo: known, suspended: 0 }
  })
  if (isDemo === demo) return suspended
  throw new InstallationKindError(
    refusal(isDemo, services.database.kind === 'embedded' ? dataDir : undefined),
  )
}

const refusal = (isDemo: boolean, folder: string | undefined) => {
  const place = folder ? `The data in ${folder}` : 'The database in DATABASE_URL'
  const empty = folder ? 'an empty folder with DATA_DIR' : 'an empty database with DATABASE_URL'
  return isDemo
    ? `${place} is a demo, and everyone knows its passwords. Add --demo to open it, or choose ${empty}.`
    : `${place} isn’t a demo, and --demo would add accounts whose password everyone knows. Choose ${empty}.`
}

interface Decision {
  isDemo: boolean
  suspended: number
}

/**
 * At the first start, and at the first one after an upgrade from a version that didn't tell the kinds apart. There,
 * `--demo` filled whatever it found: data that only the demo's own administrator manages is a demo.
 */
async function decide({ clock }: KindServices, tx: Transaction, asked: boolean): Promise<Decision> {
  const now = clock.now()
  const strangers = await findPeople(tx, demoAddresses)
  const isDemo = (await hasAnyone(tx))
    ? strangers.length > 0 && !(await hasAdministratorBeside(tx, demoAddresses))
    : asked
  if (!(await putIsDemo(tx, isDemo, now))) {
    return { isDemo: (await findIsDemo(tx)) ?? isDemo, suspended: 0 }
  }
  if (isDemo || strangers.length === 0) return { isDemo, suspended: 0 }
  for (const { id } of strangers) {
    await closeAccess(tx, id)
    await recordAudit(tx, systemCall, {
      at: now,
      action: 'account.update',
      target: { kind: 'person', id },
      details: { status: 'suspended' },
    })
  }
  await suspend(
    tx,
    strangers.map(({ id }) => id),
    now,
  )
  return { isDemo, suspended: strangers.length }
}
