import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveTextFile } from '../../lib/save-text-file.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts'

/** Codes are shown once: the first try to leave without Done only warns. */
export function useCodesGuard(isShowing: boolean, leave: () => void) {
  const [isWarned, setWarned] = useState(false)
  return { isWarned, leave, close: () => (isShowing && !isWarned ? setWarned(true) : leave()) }
}

interface BackupCodesStepProps {
  codes: readonly string[]
  guard: ReturnType<typeof useCodesGuard>
}

export function BackupCodesStep({ codes, guard }: BackupCodesStepProps) {
  const step = useFocusOnMount()
  const text = codes.join('\n')
  return (
    <div ref={step} className="grid gap-4">
      {guard.isWarned && (
        <Banner tone="warning">
          These codes are not shown again. Please copy or download them, then press Done.
        </Banner>
      )}
      <p>If you lose your phone, sign in with one of these instead of a code. Each works once.</p>
      <ul
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-control bg-subtle px-4 py-3 text-center font-mono text-base tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={text} label="Copy codes" />
        <Button
          variant="secondary"
          size="sm"
          onClick={() =>
            saveTextFile('exempta-backup-codes.txt', `Exempta backup codes. Each works once.\n\n${text}\n`)
          }
        >
          <Download aria-hidden className="size-4" />
          Download
        </Button>
        <Button className="ml-auto" onClick={guard.leave}>
          Done
        </Button>
      </div>
    </div>
  )
}
