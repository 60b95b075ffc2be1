const key = 'exempta.chat.muted'

export const isMuted = () => localStorage.getItem(key) !== null

export function setMuted(muted: boolean) {
  if (muted) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
}

/** Two short tones, made here: nothing is fetched. Browsers allow it once the person has clicked on the page. */
export function playChime() {
  if (isMuted() || navigator.userActivation?.hasBeenActive === false) return
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.gain.value = 0.06
  gain.connect(audio.destination)
  for (const [hertz, atSeconds] of [
    [660, 0],
    [880, 0.12],
  ] as const) {
    const tone = audio.createOscillator()
    tone.frequency.value = hertz
    tone.connect(gain)
    tone.start(audio.currentTime + atSeconds)
    tone.stop(audio.currentTime + atSeconds + 0.12)
    if (atSeconds > 0) tone.addEventListener('ended', () => void audio.close())
  }
}
