import type { EmailBlock, EmailContent } from './define-email.ts'
import { headerText } from './header-values.ts'
import { Secret } from './links.ts'
import { markSecret, withoutMarks } from './stored-secrets.ts'

/**
 * The layout of an email: tables and inline styles, because email clients drop most else; no external images or
 * fonts. Dark colors are in a style block, which clients that do not support it ignore.
 */
function emailPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #0a1a2f !important }
  .card { background: #0f2744 !important; border-color: #1e4976 !important }
  .ink { color: #e2e8f0 !important }
  .faint { color: #94a3b8 !important }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f1f5f9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f1f5f9">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td bgcolor="#0f2744" style="padding:16px 32px;border-radius:12px 12px 0 0;font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif;font-size:18px;font-weight:700;color:#ffffff">Exempta</td></tr>
<tr><td bgcolor="#0d9488" style="height:3px;line-height:3px;font-size:0">&nbsp;</td></tr>
<tr><td class="card" style="padding:32px 32px 16px;background:#ffffff;border:1px solid #e2e8f0;border-top:0;border-radius:0 0 12px 12px">
${content}
</td></tr>
<tr><td class="faint" align="center" style="padding:16px 32px;font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#64748b">Sent by Exempta, which handles tax-exemption documents.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

/** The text and HTML parts of an email, with its secrets still marked. */
export function renderEmail({ subject, blocks }: EmailContent): RenderedEmail {
  const line = headerText(plain(subject))
  return {
    subject: line,
    text: `${blocks.map(textOf).join('\n\n')}\n\n-- \nExempta\n`,
    html: emailPage(escapeHtml(line), blocks.map(htmlOf).join('\n')),
  }
}

function textOf(block: EmailBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plain(block.text)
    case 'button':
      return `${plain(block.label)}:\n${plain(block.link.url)}`
    case 'code':
      return plain(block.code)
  }
}

const font = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif"

function htmlOf(block: EmailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 class="ink" style="margin:0 0 16px;${font};font-size:20px;line-height:28px;color:#0f2744">${html(block.text)}</h1>`
    case 'paragraph':
      return `<p class="ink" style="margin:0 0 16px;${font};font-size:16px;line-height:24px;color:#334155">${html(block.text).replaceAll('\n', '<br>')}</p>`
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td bgcolor="#0f766e" style="border-radius:8px"><a href="${html(block.link.url)}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${html(block.label)}</a></td></tr></table>`
    case 'code':
      return `<p class="ink" style="margin:8px 0 24px;font-family:Consolas,Menlo,monospace;font-size:28px;letter-spacing:6px;color:#0f2744">${html(block.code)}</p>`
  }
}

function plain(value: string | Secret): string {
  return value instanceof Secret ? markSecret(value, (text) => text) : withoutMarks(value)
}

function html(value: string | Secret): string {
  return value instanceof Secret ? markSecret(value, escapeHtml) : escapeHtml(withoutMarks(value))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
