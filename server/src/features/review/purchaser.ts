/**
 * Whether a certificate comes from the purchaser it names, and whether the numbers on it are the purchaser's. Everyone can
 * write another organization's name and number on a form, so both have to be known from elsewhere.
 */

import { compareNames } from '@exempta/knowledge/coverage/seller'
import { dayIn } from '@exempta/knowledge/dates'
import type { Transaction } from '../../platform/db/database.ts'
import type { ExemptionRow } from '../certificates/index.ts'
import { plainNumber } from './number-files.ts'
import {
  certificatesFrom,
  findSender,
  type KnownCertificate,
  type ToVerify,
} from './queries/automatic-review.ts'
import { newestLookUp } from './queries/verifications.ts'
import { findInFiles, zoneOf } from './verifications.ts'

/**
 * Certificates of the same purchaser that someone of the team verified before, from this person or from the domain of
 * the organization. Empty for strangers: their first document is always for people to review.
 */
export async function earlierCertificates(
  tx: Transaction,
  share: ToVerify,
  purchaser: string,
): Promise<KnownCertificate[]> {
  const sender = await findSender(tx, share.owner_id)
  if (!sender?.confirmedAt) return []
  const domain = organizationDomain(sender.email)
  const known = await certificatesFrom(tx, share, domain)
  const isSame = (one: KnownCertificate) => compareNames(one.purchaser, purchaser) === 'same'
  // A domain with the certificates of several purchasers belongs to none of them.
  const isOfOne = known.every((one) => one.ownerId === share.owner_id || isSame(one))
  return known.filter(
    (one) => one.isVerifiedByTeam && isSame(one) && (one.ownerId === share.owner_id || isOfOne),
  )
}

/**
 * Every number was looked up and found: in the file of the state or the IRS under the purchaser's name, or by the team for
 * an earlier certificate of the purchaser. What a file says counts more than what someone noted.
 */
export async function areNumbersFound(
  tx: Transaction,
  { business_id: businessId }: ToVerify,
  { purchaser, reason, states }: Pick<ExemptionRow, 'purchaser' | 'reason' | 'states'>,
  { earlier, now }: { earlier: readonly KnownCertificate[]; now: Date },
): Promise<boolean> {
  for (const { state, number } of states) {
    if (number === null) return false
    const listed = await findInFiles(tx, { state, number, reason })
    if (listed.some(({ name, isActive }) => !isActive || compareNames(name, purchaser ?? '') !== 'same'))
      return false
    if (listed.length > 0) continue
    const shareIds = earlier.map(({ shareId }) => shareId)
    const last = await newestLookUp(tx, { businessId, shareIds, state, plainNumber: plainNumber(number) })
    const today = dayIn(zoneOf(state), now)
    if (last?.result !== 'active' || (last.due_on !== null && last.due_on <= today)) return false
  }
  return states.length > 0
}

/**
 * Domains where everyone can get an address: an address there says nothing about an organization. What is missing here is
 * caught by the rule that an organization's domain has certificates of one purchaser only.
 */
const domains = new Set(
  `
  126.com 163.com 1and1.com aim.com alice.it aliyun.com aol.com arcor.de att.net bellsouth.net bigpond.com bluewin.ch
  bresnan.net btinternet.com cableone.net centurylink.net centurytel.net charter.net comcast.net cox.net daum.net duck.com
  earthlink.net email.com embarqmail.com fastmail.com fastmail.fm free.fr freenet.de frontier.com
  frontiernet.net gmail.com gmx.com gmx.de gmx.net gmx.us googlemail.com guerrillamail.com hanmail.net hey.com hotmail.ca
  hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it hughes.net hush.com hushmail.com icloud.com
  inbox.com juno.com keemail.me laposte.net lavabit.com libero.it list.ru live.ca live.co.uk live.com live.com.mx live.fr
  lycos.com mac.com mail.com mail.ru mailbox.org mailfence.com mailinator.com me.com mediacombb.net mindspring.com msn.com
  myfairpoint.net myyahoo.com naver.com netscape.net netzero.com netzero.net optimum.net optonline.net orange.fr outlook.com
  outlook.de outlook.es outlook.fr pacbell.net passport.com peoplepc.com pm.me posteo.de prodigy.net proton.me
  protonmail.ch protonmail.com ptd.net q.com qq.com rediffmail.com roadrunner.com rocketmail.com rogers.com rr.com runbox.com
  sbcglobal.net sfr.fr shaw.ca sina.com sky.com snet.net spectrum.net startmail.com suddenlink.net swbell.net sympatico.ca
  t-online.de talktalk.net tampabay.rr.com tds.net telus.net tempmail.com tiscali.it tuta.com tuta.io
  tutamail.com tutanota.com tutanota.de twc.com usa.com usa.net verizon.net videotron.ca virginmedia.com wanadoo.fr web.de
  windstream.net wowway.com xtra.co.nz yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.com.mx
  yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru ymail.com yopmail.com zoho.com zohomail.com
  `.split(/\s+/),
)

/** The domain of an organization's address; undefined if everyone can have an address there. */
function organizationDomain(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const isFree = domain.split('.').some((_, at, parts) => domains.has(parts.slice(at).join('.')))
  return isFree || !domain.includes('.') ? undefined : domain
}
