import { type SingleSignOn, SingleSignOnInput } from '@exempta/contract/single-sign-on'
import { z } from 'zod'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextarea, FormTextField } from '../../ui/form-field.tsx'

const { shape } = SingleSignOnInput

/** One entry in each line, checked by the rules of the contract; what is wrong is shown at the field. */
const lines = <Out,>(schema: z.ZodType<Out>) =>
  z.string().transform((text, context) => {
    const entries = text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    const checked = schema.safeParse(entries)
    if (checked.success) return checked.data
    context.addIssue({ code: 'custom', message: checked.error.issues[0]?.message ?? '' })
    return z.NEVER
  })

const Fields = z.object({
  issuer: shape.issuer,
  clientId: shape.clientId,
  clientSecret: z.string().transform((secret) => secret || null),
  domains: lines(shape.domains),
  groupClaim: shape.groupClaim,
  managerGroups: lines(shape.managerGroups),
  viewerGroups: lines(shape.viewerGroups),
})

interface ConnectionFormProps {
  area: 'business' | 'admin'
  provider: SingleSignOn['provider']
  onSave: (input: z.output<typeof SingleSignOnInput>) => Promise<void>
}

export function ConnectionForm({ area, provider, onSave }: ConnectionFormProps) {
  const top = area === 'admin' ? 'administrators' : 'managers'
  return (
    <ContractForm
      schema={Fields}
      defaultValues={{
        issuer: provider?.issuer ?? '',
        clientId: provider?.clientId ?? '',
        clientSecret: '',
        domains: provider?.domains.join('\n') ?? '',
        groupClaim: provider?.groupClaim ?? 'groups',
        managerGroups: provider?.managerGroups.join('\n') ?? '',
        viewerGroups: provider?.viewerGroups.join('\n') ?? '',
      }}
      submitLabel="Save connection"
      submitClassName="justify-self-start"
      onSubmit={(fields) => onSave({ ...fields, version: provider?.version ?? 0 })}
    >
      <FormTextField
        name="issuer"
        label="Issuer"
        hint="For example https://login.example.com"
        type="url"
        autoComplete="off"
      />
      <FormTextField name="clientId" label="Client ID" autoComplete="off" />
      <FormTextField
        name="clientSecret"
        label="Client secret"
        type="password"
        autoComplete="off"
        isRequired={!provider}
        hint={provider ? 'Leave empty to keep the saved secret.' : 'We encrypt it and never show it again.'}
      />
      <FormTextarea
        name="domains"
        label="Allowed email domains"
        rows={2}
        hint={
          area === 'admin'
            ? 'One per line.'
            : 'One per line. For each domain, one of your managers needs a confirmed email address there.'
        }
      />
      <FormTextField
        name="groupClaim"
        label="Claim with the groups"
        hint="The name your provider gives to the list of a person’s groups."
        autoComplete="off"
      />
      <FormTextarea
        name="managerGroups"
        label={`Groups of ${top}`}
        rows={2}
        isRequired={area === 'admin'}
        hint={`One per line. People in these groups become ${top}.`}
      />
      {area === 'business' && (
        <FormTextarea
          name="viewerGroups"
          label="Groups of viewers"
          rows={2}
          isRequired={false}
          hint="One per line. Leave empty to make everyone else a viewer."
        />
      )}
    </ContractForm>
  )
}
