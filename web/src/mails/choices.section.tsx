import type { AutomaticMailKind, MailChoice } from '@cartage/contract/mails/app/automatic'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Loaded } from '../records/loaded.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { mailChoicesQuery, useSetChoice } from './automatic.queries.ts'
import { mailLabels } from './labels.ts'

/** Automatic e-mails of a company, with their addresses. */
export function MailChoicesSection({
  companyId,
  kinds,
  isEditable,
}: {
  companyId: string
  /** Kinds that apply to its roles. */
  kinds: readonly AutomaticMailKind[]
  isEditable: boolean
}) {
  const query = useQuery(mailChoicesQuery(companyId))
  return (
    <Section title={<Trans>Automatic e-mails</Trans>}>
      <Loaded query={query}>
        {({ items }) =>
          items
            .filter(({ kind }) => kinds.includes(kind))
            .map((choice) => (
              <Choice key={JSON.stringify(choice)} companyId={companyId} choice={choice} isEditable={isEditable} />
            ))
        }
      </Loaded>
    </Section>
  )
}

type Wanted = 'default' | 'on' | 'off'
const wantedOf = ({ is_on }: MailChoice): Wanted => (is_on === null ? 'default' : is_on ? 'on' : 'off')

function Choice({ companyId, choice, isEditable }: { companyId: string; choice: MailChoice; isEditable: boolean }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const set = useSetChoice(companyId)
  const [wanted, setWanted] = useState(wantedOf(choice))
  const [address, setAddress] = useState(choice.address ?? '')
  const isChanged = wanted !== wantedOf(choice) || address.trim() !== (choice.address ?? '')
  const save = () =>
    set.mutate(
      { kind: choice.kind, is_on: wanted === 'default' ? null : wanted === 'on', address: address.trim() || null },
      { onSuccess: () => toasts.done(t`Saved`), onError: (error) => toasts.failed(failureOf(error)) },
    )
  return (
    <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-2 pb-2">
      <Field label={t(mailLabels[choice.kind])} fault={undefined}>
        {(input) => (
          <Select<Wanted>
            {...input}
            disabled={!isEditable}
            choices={[
              { value: 'default', label: t`As in the settings` },
              { value: 'on', label: t`Always` },
              { value: 'off', label: t`Never` },
            ]}
            value={wanted}
            onChange={setWanted}
          />
        )}
      </Field>
      <TextField
        label={t`E-mail address`}
        type="email"
        readOnly={!isEditable}
        placeholder={t`Contact by role`}
        value={address}
        onChange={setAddress}
      />
      {isEditable && (
        <Button disabled={!isChanged} isBusy={set.isPending} onClick={save}>
          <Trans>Save</Trans>
        </Button>
      )}
    </div>
  )
}
