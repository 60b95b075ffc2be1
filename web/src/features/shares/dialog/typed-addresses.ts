import { EmailAddress } from '@exempta/contract/people'

const between = /[\s,;<>]+/

/** The address that was typed, as the server writes it; undefined while it is none. */
export function addressIn(text: string): string | undefined {
  const parsed = EmailAddress.safeParse(text)
  return parsed.success ? parsed.data : undefined
}

/** The addresses in a list that was pasted, with names between them or without, each once. */
export function addressesIn(text: string): string[] {
  const found = text.split(between).flatMap((part) => addressIn(part) ?? [])
  return [...new Set(found)]
}
