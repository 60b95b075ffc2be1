import { createApiKey } from '@exempta/contract/api-access'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyFields } from './key-fields.tsx'
import { KeyShown } from './key-shown.tsx'
import { refreshApiAccess } from './refresh-api-access.ts'

export default function MakeKeyDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<string>()
  async function make(body: z.output<typeof createApiKey.body>) {
    setKey((await call(createApiKey, { body })).key)
    await refreshApiAccess()
  }
  return (
    <Dialog isOpen onOpenChange={onClose} title={key ? 'Key made' : 'Make API Key'}>
      {key ? (
        <KeyShown apiKey={key} onClose={onClose} />
      ) : (
        <div className="pb-4">
          <ContractForm
            schema={createApiKey.body}
            defaultValues={{ name: '', scopes: ['read'], expiresInDays: 90, ranges: [] }}
            submitLabel="Make Key"
            onCancel={onClose}
            onSubmit={make}
          >
            <KeyFields />
          </ContractForm>
        </div>
      )}
    </Dialog>
  )
}
