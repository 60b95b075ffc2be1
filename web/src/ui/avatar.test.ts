import { describe, expect, it } from 'vitest'
import { initialsOf } from './avatar.tsx'

describe('initialsOf', () => {
  it.each([
    ['Amelia Ortiz', 'AO'],
    ['  amelia   maria ortiz ', 'AO'],
    ['amelia@lakeside.example', 'A'],
    ['Émile 𝒵ola', 'É𝒵'],
    ['', '?'],
  ])('%j becomes %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
