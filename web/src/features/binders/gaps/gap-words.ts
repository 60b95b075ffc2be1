import { count } from '../binder-words.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export const money = (cents: number) => dollars.format(cents / 100)
export const several = (value: number, one: string) => (value === 1 ? `1 ${one}` : `${count(value)} ${one}s`)
