import { Search } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { FileDrop } from '../../features/documents/upload/file-drop.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { Field } from '../../ui/field.tsx'
import { FormTextarea, FormTextField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { Section, Specimen } from './specimen.tsx'

const types = ['Retail', 'Healthcare', 'Education', 'Government', 'Nonprofit', 'Other'].map((name) => ({
  value: name,
  label: name,
}))
const Message = z.object({
  subject: z.string().min(1, 'Please enter a subject'),
  text: z.string().min(10, 'Please write at least 10 characters'),
})

export function FormPieces() {
  const [business, setBusiness] = useState<string | null>(null)
  const [code, setCode] = useState('123')
  const [isOn, setOn] = useState(true)
  const [span, setSpan] = useState({ from: '2026-01-01', to: '2026-01-31' })
  const [names, setNames] = useState<string[]>([])
  return (
    <Section title="Forms">
      <div className="grid gap-8 md:grid-cols-2">
        <Specimen name="Field and TextInput">
          <Field label="Business Name" hint="As on your certificate." isRequired>
            <TextInput placeholder="Lakeside Clinic" />
          </Field>
          <Field label="Tax ID / EIN" error="Please use the form 12-3456789">
            <TextInput defaultValue="1234" />
          </Field>
          <Field label="Disabled" isDisabled>
            <TextInput icon={<Search aria-hidden />} defaultValue="Cannot be changed" />
          </Field>
        </Specimen>
        <Specimen name="Select, Combobox">
          <Field label="Business Type">
            <Select options={types} placeholder="Choose a type" />
          </Field>
          <Field label="Business Type, wrong" error="Please choose a type">
            <Select options={types} placeholder="Choose a type" />
          </Field>
          <Field label="Search a type">
            <Combobox options={types} value={business} onChange={setBusiness} placeholder="Type to search" />
          </Field>
        </Specimen>
        <Specimen name="Checkbox, Switch">
          <Checkbox label="New documents received" hint="An email for each new document." defaultChecked />
          <Checkbox label="Some selected" isIndeterminate />
          <Checkbox label="Disabled" disabled />
          <Switch label="Weekly summary" hint="Every Monday." isOn={isOn} onChange={setOn} />
          <Switch label="Not available" isOn={false} isDisabled onChange={setOn} />
        </Specimen>
        <Specimen name="CodeInput, DateRange">
          <Field label="6-digit code">
            <CodeInput value={code} onChange={setCode} onComplete={() => toast.info('Code complete')} />
          </Field>
          <Field label="Wrong code" error="This code is not right. Please try the next one.">
            <CodeInput value="000000" onChange={setCode} />
          </Field>
          <DateRange label="Period" value={span} onChange={setSpan} />
        </Specimen>
        <Specimen name="FileDrop">
          <FileDrop
            label="Drop your documents here"
            hint="PDF, JPG or PNG, up to 10 MB each."
            onFiles={(files) => setNames(files.map((file) => file.name))}
          />
          <FileDrop label="Not available right now" isDisabled onFiles={() => {}} />
          {names.length > 0 && <p>Chosen: {names.join(', ')}</p>}
        </Specimen>
        <Specimen name="ContractForm">
          <ContractForm
            schema={Message}
            defaultValues={{ subject: '', text: '' }}
            submitLabel="Send"
            onSubmit={async ({ subject }) => {
              if (subject === 'fail') throw new Error('The server could not be reached. Please try again.')
              toast.success('Message sent')
            }}
          >
            <FormTextField name="subject" label="Subject" />
            <FormTextarea name="text" label="Message" />
          </ContractForm>
        </Specimen>
      </div>
    </Section>
  )
}
