import { describe, expect, test } from 'vitest'
import { notificationEmail } from '../../features/notifications/emails.ts'
import { code, heading, paragraph } from './define-email.ts'
import { emailTimes } from './email-times.ts'
import { checkedAddress, headerText, readMailbox } from './header-values.ts'
import { publicLink, Secret, secretLink } from './links.ts'
import { renderEmail } from './render-email.ts'
import { removedNote, withoutMarks, withoutSecrets } from './stored-secrets.ts'
import { testEmail } from './test-email.ts'

const home = 'https://exempta.example'

const times = emailTimes('America/New_York')

test('times are of one zone, and name it', () => {
  const at = new Date('2026-07-01T02:05:00Z')
  expect([times.moment(at), times.day(at)]).toEqual(['Jun 30, 2026, 10:05 PM EDT', 'Jun 30, 2026'])
  expect(emailTimes('UTC').moment(at)).toBe('Jul 1, 2026, 2:05 AM UTC')
})

test('both parts say the same; values are escaped, line breaks kept', () => {
  const email = renderEmail({
    subject: 'A & B',
    blocks: [heading('<script>alert(1)</script>'), paragraph('one\n"two" \'three\' & <img src=x>')],
  })
  expect(email.text).toContain('<script>alert(1)</script>\n\none\n"two"')
  expect(email.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(email.html).toContain('one<br>&quot;two&quot; &#39;three&#39; &amp; &lt;img src=x&gt;')
  expect(email.html).not.toMatch(/<script|<img/)
  expect(email.html).toContain('<title>A &amp; B</title>')
})

test('a mail loads nothing from elsewhere', () => {
  const { html } = renderEmail(testEmail.content({ link: publicLink(home, '/') }, times))
  const addresses = [...html.matchAll(/(?:https?:)?\/\/[^\s"'<]+/g)].map(([address]) => address)
  expect(addresses).toEqual([`${home}/`])
  expect(html).not.toMatch(/@import|@font-face|url\(|<link|<img|<script/)
})

describe('links', () => {
  test('lead into the product, parameters encoded', () => {
    const { url } = publicLink(home, '/documents/7', { q: 'a&b="<' })
    expect(url).toBe('https://exempta.example/documents/7?q=a%26b%3D%22%3C')
    const { html } = renderEmail(
      notificationEmail.content({ title: 't', text: 'x', link: publicLink(home, `/x?y="><b>`) }, times),
    )
    expect(html).not.toContain('"><b>')
  })

  test.each(['documents', '@evil.example/', '.evil.example/', ':pass@evil.example/'])(
    'to anywhere else are refused: %s',
    (path) => {
      expect(() => publicLink(home, path)).toThrow()
    },
  )

  test('a second slash does not change the host', () => {
    expect(publicLink(home, '//evil.example').url).toBe('https://exempta.example//evil.example')
  })
})

describe('secrets', () => {
  const email = renderEmail({
    subject: 'Reset',
    blocks: [
      paragraph('before\uE000x\uE001after'),
      code(new Secret('493 & 201')),
      { kind: 'button', label: 'Reset', link: secretLink(home, '/reset', { token: 'tok123' }) },
    ],
  })

  test('go out with the mail', () => {
    expect(withoutMarks(email.text)).toContain('493 & 201')
    expect(withoutMarks(email.text)).toContain('https://exempta.example/reset#token=tok123')
    expect(withoutMarks(email.html)).toContain('href="https://exempta.example/reset#token=tok123"')
    expect(withoutMarks(email.html)).toContain('493 &amp; 201')
  })

  test.each(['text', 'html'] as const)('are gone from the stored %s, and nothing else is', (part) => {
    const body = withoutSecrets(email[part])
    expect(body).not.toMatch(/tok123|493|href/)
    expect(body).toContain(removedNote)
    expect(body).toContain('beforexafter')
  })

  test('do not show themselves by accident', () => {
    const secret = new Secret('tok123')
    expect(`${secret} ${JSON.stringify({ secret })}`).not.toContain('tok123')
    expect(Object.values(secret)).toEqual([])
  })
})

describe('header values', () => {
  test.each([
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example\n',
    'a@b.example,c@d.example',
    'a@b.example c@d.example',
    'Name <a@b.example>',
    '<a@b.example>',
    'a@b.example\0',
    'a"b@c.example',
    'ä@b.example',
    'a@b\u2028c.example',
    '@b.example',
    'a@',
    '',
    `${'a'.repeat(250)}@b.example`,
  ])('not an address: %j', (untrusted) => {
    expect(() => checkedAddress(untrusted)).toThrow('Not an email address')
  })

  test('a subject is one line of visible text', () => {
    expect(headerText('Hi\r\nBcc: x@y.example\r\n\r\nbody')).toBe('Hi Bcc: x@y.example body')
    expect(headerText('a\u202Egpj.exe\u0000\u2028b\t\x7f')).toBe('a gpj.exe b')
    expect(headerText('lone \ud800 surrogate')).toBe('lone \ufffd surrogate')
    expect(headerText('x'.repeat(500))).toHaveLength(200)
    expect(headerText('Zażółć 👩‍💻')).toBe('Zażółć 👩‍💻')
  })

  test('the sender', () => {
    expect(readMailbox('Exempta <mail@example.org>')).toEqual({
      name: 'Exempta',
      address: 'mail@example.org',
    })
    expect(readMailbox('mail@example.org')).toEqual({ name: '', address: 'mail@example.org' })
    expect(() => readMailbox('Exempta <mail@example.org\r\nX: y>')).toThrow()
  })
})
