/** Whether an email really came from the address it names: SPF, DKIM and DMARC, by what its domain publishes. */
import type { checkResults } from '@exempta/contract/inbound'
import type { DnsResolver } from '../../../platform/email/inbound-email.ts'

export type CheckResult = (typeof checkResults)[number]

export interface SenderChecks {
  spf: CheckResult
  dkim: CheckResult
  dmarc: CheckResult
  isAuthentic: boolean
}

export interface CheckedEmail {
  /** The only address of the only From header; null if there are several or none. */
  from: string | null
  /** How it came; null for one that was fetched, because only the server that took it from its sender knows. */
  envelope: { from: string | null; clientName: string | null; clientIp: string } | null
}

/** A domain's server didn't answer, so the checks are worth nothing yet. */
export class LookupFailedError extends Error {
  override name = 'LookupFailedError'
}

const asResult = (result: string | undefined): CheckResult =>
  result === 'pass'
    ? 'pass'
    : result === undefined || result === 'none' || result === 'skipped'
      ? 'none'
      : 'fail'

const isTemporary = (result: string | undefined) => result === 'temperror' || result === 'temperr'

export async function checkSender(
  untrustedEmail: Buffer,
  { from, envelope }: CheckedEmail,
  resolver: DnsResolver,
): Promise<SenderChecks> {
  const domain = from?.split('@').at(-1)
  // Loaded with the first email: many installations never receive one.
  const { authenticate } = await import('mailauth')
  const { spf, dkim, dmarc } = await authenticate(untrustedEmail, {
    ...(envelope && {
      ip: envelope.clientIp,
      ...(envelope.clientName && { helo: envelope.clientName }),
      ...(envelope.from && { sender: envelope.from }),
    }),
    mta: 'exempta',
    resolver,
    disableArc: true,
    disableBimi: true,
  })
  const spfResult = spf ? spf.status.result : undefined
  const dmarcResult = dmarc ? dmarc.status.result : undefined
  // A signature of only the beginning of the body says nothing about what is attached after it.
  const signatures = dkim.results.filter(
    (one) => !('canonBodyLengthLimited' in one && one.canonBodyLengthLimited),
  )
  const signed = signatures.filter(({ status }) => status.result === 'pass')
  const isSigned = signed.some(({ status }) => Boolean(status.aligned))
  const isFromServer = spfResult === 'pass' && spf && spf.domain.toLowerCase() === domain
  const isSameFrom =
    from !== null && dkim.headerFrom.length === 1 && dkim.headerFrom[0]?.toLowerCase() === from
  const hasPassed = dmarcResult === 'pass' && (isSigned || alignsWithSpf(dmarc))
  const isAuthentic = isSameFrom && (dmarcResult === 'none' ? isSigned || Boolean(isFromServer) : hasPassed)
  const isUnsure =
    isTemporary(spfResult) ||
    isTemporary(dmarcResult) ||
    signatures.some(({ status }) => isTemporary(status.result))
  if (isSameFrom && !isAuthentic && isUnsure) throw new LookupFailedError('A lookup failed.')
  return {
    spf: asResult(spfResult),
    dkim: isSigned
      ? 'pass'
      : asResult(signatures[0]?.status.result === 'pass' ? 'fail' : signatures[0]?.status.result),
    dmarc: asResult(dmarcResult),
    isAuthentic,
  }
}

type Dmarc = Awaited<ReturnType<typeof import('mailauth').authenticate>>['dmarc']

const alignsWithSpf = (dmarc: Dmarc): boolean => dmarc !== false && Boolean(dmarc.alignment.spf.result)
