import { classNames } from '../lib/class-names.ts'

const palettes = [
  'bg-navy-700 text-white',
  'bg-teal-700 text-white',
  'bg-[#5b3fa0] text-white',
  'bg-[#9a3412] text-white',
  'bg-[#1d4ed8] text-white',
  'bg-[#9d174d] text-white',
  'bg-[#3f6212] text-white',
]

/** At most two letters: first and last word's. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?'
}

function paletteOf(id: string): string {
  let sum = 0
  for (const char of id) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return palettes[sum % palettes.length] as string
}

/** Initials on a colour derived from the id; drawn here, so nothing is fetched from anywhere. */
export function Avatar({ id, name, size = 'md' }: { id: string; name: string; size?: 'sm' | 'md' | 'lg' }) {
  const sizes = { sm: 'size-7 text-[11px]', md: 'size-9 text-xs', lg: 'size-16 text-xl' }
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-full font-semibold select-none',
        paletteOf(id),
        sizes[size],
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
