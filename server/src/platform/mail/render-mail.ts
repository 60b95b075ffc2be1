import { headerText } from './header-values.ts'
import type { MailBlock, MailContent } from './mail-content.ts'
import { mailPage } from './mail-page.ts'
import { Secret } from './secret.ts'
import { markSecret, withoutMarks } from './stored-secrets.ts'

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** Both parts of a mail, with its secrets still marked. */
export function renderMail({ subject, blocks }: MailContent): RenderedMail {
  const line = headerText(plain(subject))
  return {
    subject: line,
    text: `${blocks.map(textOf).join('\n\n')}\n\n-- \nExempta\n`,
    html: mailPage(escapeHtml(line), blocks.map(htmlOf).join('\n')),
  }
}

function textOf(block: MailBlock): string {
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

function htmlOf(block: MailBlock): string {
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
