import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { useFields } from '../api/use-fields.ts'
import { SameNotice, useSameRecords } from '../lists/same-records.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { createCompany, useCompanyChange } from './queries.ts'
import { findSameCompanies } from './same.queries.ts'

/** Creates a company; other details are entered on its page. */
export function CreateCompanyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { t } = useLingui()
  const change = useCompanyChange()
  const form = useFields({ name: '', code: '', accounting_code: '', currency: 'EUR' })
  const [isCustomer, setIsCustomer] = useState(true)
  const [isSubcontractor, setIsSubcontractor] = useState(false)
  const same = useSameRecords()

  function submit(isSure = false) {
    const texts = form.values
    if (texts.name.trim() === '') return form.setFaults({ name: t`Enter a name.` })
    const body = {
      name: texts.name.trim(),
      code: texts.code.trim() || null,
      accounting_code: texts.accounting_code.trim() || null,
      currency: texts.currency.trim(),
      is_customer: isCustomer,
      is_subcontractor: isSubcontractor,
    }
    change.mutate(
      async () => {
        const { name, code, accounting_code } = body
        const entered = { name, code, accounting_code }
        if (!isSure && !(await same.isNew(() => findSameCompanies(entered)))) return
        const created = await createCompany(body)
        onClose()
        onCreated(created.id)
      },
      { onError: form.refused },
    )
  }

  const line = (member: keyof typeof form.values, label: string) => (
    <TextField label={label} maxLength={255} {...form.text(member)} />
  )
  return (
    <Dialog isOpen onClose={onClose} title={t`New company`}>
      <Form
        label={t`New company`}
        onSubmit={() => submit()}
        footer={<DialogFooter verb={<Trans>Create</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        {line('name', t`Name`)}
        <div className="grid grid-cols-3 gap-3">
          {line('code', t`Code`)}
          {line('accounting_code', t`Accounting code`)}
          {line('currency', t`Currency`)}
        </div>
        <div className="flex gap-6">
          <CheckField isOn={isCustomer} onChange={setIsCustomer}>
            <Trans>Customer</Trans>
          </CheckField>
          <CheckField isOn={isSubcontractor} onChange={setIsSubcontractor}>
            <Trans>Carrier</Trans>
          </CheckField>
        </div>
        <SameCompanies found={same.found} isBusy={change.isPending} onCreate={() => submit(true)} />
      </Form>
    </Dialog>
  )
}

/** Possible duplicates of the new company, linked to their pages. */
function SameCompanies(props: Omit<ComponentProps<typeof SameNotice>, 'linkTo'>) {
  return (
    <SameNotice
      {...props}
      linkTo={({ id, name }) => (
        <Link
          to="/companies/$companyId"
          params={{ companyId: id }}
          target="_blank"
          className="inline-flex min-h-6 items-center font-medium underline"
        >
          {name}
        </Link>
      )}
    />
  )
}
