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
export function organizationDomain(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const isFree = domain.split('.').some((_, at, parts) => domains.has(parts.slice(at).join('.')))
  return isFree || !domain.includes('.') ? undefined : domain
}
