import { Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { isMuted, playChime, setMuted } from './chime.ts'

interface ConsoleToolsProps {
  agents: readonly { id: string; name: string }[]
  unread: number
}

/** Which agents are here, how much waits, and whether it is heard. */
export function ConsoleTools({ agents, unread }: ConsoleToolsProps) {
  const [isQuiet, setQuiet] = useState(isMuted)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {unread > 0 && <Badge tone="danger">{unread > 99 ? '99+' : unread} unread</Badge>}
      {agents.length > 0 && (
        <Badge tone="success">
          {agents.length === 1 ? `${agents[0]?.name} is here` : `${agents.length} agents are here`}
        </Badge>
      )}
      <IconButton
        label={isQuiet ? 'Turn sound on' : 'Turn sound off'}
        icon={isQuiet ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        onClick={() => {
          setMuted(!isQuiet)
          setQuiet(!isQuiet)
          if (isQuiet) playChime()
        }}
      />
    </div>
  )
}
