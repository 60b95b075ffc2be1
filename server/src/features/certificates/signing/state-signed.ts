/** Records what a signed certificate says, and how it was signed, in the transaction that adds its document. */
import { signingConsent } from '@exempta/contract/requests/making'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { endsOf } from '../reading/expirations.ts'
import { type ExemptionRow, putEnds, putExemption } from '../reading/queries.ts'
import { asExemption } from '../reading/read-certificates.ts'
import { type Contents, isForAll, linesOf, statedAs } from './made-paper.ts'
import type { Evidence, SignedFile } from './make-file.ts'
import { insertSigned } from './queries.ts'

interface Signed {
  ownerId: string
  requestId: string | null
  ruleId: string | null
  signature: 'drawn' | 'typed'
}

export async function stateSigned(
  tx: Transaction,
  call: Call,
  contents: Contents,
  evidence: Evidence,
  file: SignedFile,
  { ownerId, requestId, ruleId, signature }: Signed,
): Promise<void> {
  const { id, signedAt: at } = evidence
  const row = exemptionOf(contents, { id, ownerId, at, pages: file.result.pages.length })
  await putExemption(tx, row)
  await putEnds(tx, id, endsOf(asExemption(row), at))
  const { draft, paper } = contents
  await insertSigned(tx, {
    document_id: id,
    owner_id: ownerId,
    version: 1,
    request_id: requestId,
    form: paper.blank ? paper.form.code : null,
    rule_id: ruleId,
    draft: JSON.stringify(draft),
    shown: JSON.stringify(linesOf(contents)),
    signer: draft.signer,
    title: draft.title,
    email: evidence.email,
    signature,
    consent: signingConsent,
    signed_at: at,
    ip: evidence.ip,
    browser: evidence.browser,
    form_hash: file.formHash,
    file_hash: file.fileHash,
    key_id: file.keyId,
  })
  await recordAudit(tx, call, {
    at,
    action: 'exemption.sign',
    target: { kind: 'document', id },
    details: {
      form: paper.blank ? paper.form.code : 'statement',
      signature,
      consent: true,
      file: file.fileHash.toString('hex'),
    },
  })
}

/** What it says, as its rules see it. */
export function exemptionOf(
  contents: Contents,
  { id, ownerId, at, pages }: { id: string; ownerId: string; at: Date; pages: number },
): ExemptionRow {
  const { draft, paper, seller, signedOn } = contents
  const { reason, government = null, organization = null } = statedAs[draft.claim]
  return {
    document_id: id,
    owner_id: ownerId,
    version: 1,
    pages: Array.from({ length: pages }, (_, index) => index + 1),
    form: paper.blank ? paper.form.code : null,
    purchaser: draft.purchaser,
    seller: seller.name,
    reason,
    is_blanket: isForAll(contents),
    has_signature: true,
    signed_on: signedOn,
    expires_on: null,
    confirmed_at: at,
    government,
    government_state: government === null || government === 'federal' ? null : draft.state,
    organization,
    states: [
      { state: draft.state, number: draft.number, issuedBy: draft.number === null ? null : draft.state },
    ],
  }
}
