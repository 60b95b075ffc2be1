import type { Signature } from '@exempta/contract/certificates/fill'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Strokes } from './strokes.tsx'

export type Draft = { kind: Signature['kind']; text: string; strokes: Stroke[] }
export type Stroke = [number, number][]

export const noSignature: Draft = { kind: 'drawn', text: '', strokes: [] }

// Width by height of the area to draw in.
export const padRatio = 4
const pad = { width: 400, height: 400 / padRatio }
// Points closer than this add nothing that one can see.
const leastStep = 0.006

/** Undefined as long as nothing was drawn or typed. */
export function signatureOf({ kind, text, strokes }: Draft): Signature | undefined {
  if (kind === 'typed') return text.trim() === '' ? undefined : { kind, text }
  return strokes.length === 0 ? undefined : { kind, strokes, ratio: padRatio }
}

interface SignaturePadProps {
  value: Draft
  error: string | undefined
  onChange: (draft: Draft) => void
}

/** Signing by drawing with a finger, a pen or the mouse, or by typing one's name. */
export function SignaturePad({ value, error, onChange }: SignaturePadProps) {
  return (
    <Tabs
      label="How do you want to sign?"
      value={value.kind}
      onChange={(kind) => onChange({ ...value, kind: kind as Draft['kind'] })}
      tabs={[
        {
          value: 'drawn',
          label: 'Draw',
          content: (
            <DrawingArea
              strokes={value.strokes}
              error={error}
              onChange={(strokes) => onChange({ ...value, strokes })}
            />
          ),
        },
        {
          value: 'typed',
          label: 'Type',
          content: (
            <Field label="Type your name to sign" error={error}>
              <TextInput
                value={value.text}
                maxLength={100}
                autoComplete="name"
                onChange={({ target }) => onChange({ ...value, text: target.value })}
              />
            </Field>
          ),
        },
      ]}
    />
  )
}

interface DrawingAreaProps {
  strokes: Stroke[]
  error: string | undefined
  onChange: (strokes: Stroke[]) => void
}

function DrawingArea({ strokes, error, onChange }: DrawingAreaProps) {
  const area = useRef<SVGSVGElement>(null)
  const [current, setCurrent] = useState<Stroke>()
  function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): [number, number] {
    const { left, top, width, height } = area.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    const inside = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000
    return [inside((clientX - left) / width), inside((clientY - top) / height)]
  }
  function move(event: React.PointerEvent) {
    if (!current) return
    const [x, y] = pointOf(event)
    const [lastX, lastY] = current[current.length - 1] ?? [-1, -1]
    if (Math.hypot(x - lastX, y - lastY) >= leastStep) setCurrent([...current, [x, y]])
  }
  function end() {
    if (current) onChange([...strokes, current])
    setCurrent(undefined)
  }
  return (
    <div className="grid gap-2">
      <svg
        ref={area}
        role="img"
        aria-label="Draw your signature here"
        viewBox={`0 0 ${pad.width} ${pad.height}`}
        className="w-full max-w-lg touch-none rounded-control border border-line-strong bg-white"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setCurrent([pointOf(event)])
        }}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line x1={20} x2={pad.width - 20} y1={80} y2={80} stroke="#9ca3af" />
        <Strokes strokes={current ? [...strokes, current] : strokes} {...pad} x={0} y={0} pen={2.5} />
      </svg>
      {error && <p className="text-sm text-danger">{error}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="sm" disabled={strokes.length === 0} onClick={() => onChange([])}>
          Clear
        </Button>
        <span className="text-sm text-ink-muted">
          Use a finger, a pen or the mouse. You can also type it.
        </span>
      </div>
    </div>
  )
}
