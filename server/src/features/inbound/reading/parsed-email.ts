/** An email as the thread that parses it describes it. All of it is untrusted. */
export interface ParsedEmail {
  messageId: string | null
  /** Exactly one address in exactly one From header, otherwise null. */
  from: string | null
  subject: string
  /** Plain text. HTML is never shown, so what is only in HTML is left out. */
  text: string
  /** Names in lower case. */
  headers: { key: string; value: string }[]
  attachments: ParsedAttachment[]
}

export interface ParsedAttachment {
  name: string | null
  mimeType: string
  /** Part of how the text looks. */
  isRelated: boolean
  content: Uint8Array<ArrayBuffer>
}
