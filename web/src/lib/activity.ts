/** When the person last did something, shared by all tabs of this browser. */
const key = 'exempta.active-at'
const noticedEveryMs = 1000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

export const lastActiveAt = () => Number(localStorage.getItem(key) ?? 0)

export function noteActivity() {
  localStorage.setItem(key, String(Date.now()))
}

/** Notes what the person does until the answer is called. */
export function watchActivity(): () => void {
  let notedAt = 0
  const onSign = () => {
    if (Math.abs(Date.now() - notedAt) < noticedEveryMs) return
    notedAt = Date.now()
    noteActivity()
  }
  for (const sign of signs) window.addEventListener(sign, onSign, { capture: true, passive: true })
  return () => {
    for (const sign of signs) window.removeEventListener(sign, onSign, { capture: true })
  }
}
