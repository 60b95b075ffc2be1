import { hash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or link. Only the hash is ever stored. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
