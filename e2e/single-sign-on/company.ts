/** A company with a login provider of its own, in a process beside the product. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const script = path.join(import.meta.dirname, '../../server/test/identity-provider-process.ts')

interface CompanyPerson {
  sub: string
  email: string
  email_verified: boolean
  name: string
  groups: string[]
}

interface Company {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who logs in next. */
  employ(person: CompanyPerson): Promise<void>
  register(addresses: { redirectAddress: string; logoutAddress: string }): Promise<void>
  stop(): void
}

export async function startCompany(): Promise<Company> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [known] = (await once(child, 'message')) as [Pick<Company, 'issuer' | 'clientId' | 'clientSecret'>]
  async function say(question: object) {
    const heard = once(child, 'message')
    child.send(question)
    await heard
  }
  return {
    ...known,
    employ: (person) => say({ person }),
    register: ({ redirectAddress, logoutAddress }) => say({ redirectAddress, logoutAddress }),
    stop: () => child.disconnect(),
  }
}
