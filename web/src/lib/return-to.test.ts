import { describe, expect, it } from 'vitest'
import { loginPath, safeReturnTo } from './return-to.ts'

describe('safeReturnTo', () => {
  it.each(['/user/upload', '/user/documents?q=w9&after=x#top', '/a//b', '/'])('keeps %j', (path) => {
    expect(safeReturnTo(path)).toBe(path)
  })

  it.each([
    null,
    undefined,
    '',
    'user/upload',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/ok\\evil',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n//evil.example',
    '\t//evil.example',
    '/x\u0000',
    '/x\u0085',
    '/.//evil.example',
    '/x/..//evil.example',
  ])('drops %j', (path) => {
    expect(safeReturnTo(path)).toBeUndefined()
  })
})

describe('loginPath', () => {
  it('carries the page that asked, encoded', () => {
    expect(loginPath('/user/documents?q=a&b')).toBe('/login?returnTo=%2Fuser%2Fdocuments%3Fq%3Da%26b')
  })

  it('leads to registration as well', () => {
    expect(loginPath('/user/upload', '/register')).toBe('/register?returnTo=%2Fuser%2Fupload')
    expect(loginPath(undefined, '/register')).toBe('/register')
  })

  it('carries nothing for the home page or a foreign address', () => {
    expect(loginPath('/')).toBe('/login')
    expect(loginPath('//evil.example')).toBe('/login')
  })
})
