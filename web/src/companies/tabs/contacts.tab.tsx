import type { CompanyRecord } from '@cartage/contract/companies/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { PortalAccessSection } from '../../links/portal-access.section.tsx'
import { useLabels } from '../../records/code-labels.ts'
import { phoneText } from '../../records/phone-text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Archive, Mail, Pencil, Phone, Plus } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ContactDialog, type ContactFields } from '../contact.dialog.tsx'
import { Contact } from '../icons.tsx'
import { contactLabels } from '../labels.ts'
import { type CompanyPatch, patchCompany, useCompanyChange } from '../queries.ts'

/** Contacts of a company, and a customer's users of the portal. */
export function ContactsTab({ record, isEditable }: { record: CompanyRecord; isEditable: boolean }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useCompanyChange()
  const [open, setOpen] = useState<ContactFields | 'new'>()
  const { company } = record
  const contacts = company.contacts ?? []

  const archive = (contact: ContactFields) =>
    change.mutate(
      () => patchCompany(company.id, { contacts: [{ id: contact.id, is_archived: true }] } as CompanyPatch),
      {
        onSuccess: () => toasts.done(t`${contact.name ?? ''} archived`),
        onError: (error) => toasts.failed(failureOf(error)),
      },
    )

  const add = isEditable && (
    <Button icon={Plus} onClick={() => setOpen('new')}>
      <Trans>Add contact</Trans>
    </Button>
  )
  return (
    <div className="max-w-[960px] px-4 py-3">
      {contacts.length === 0 ? (
        <EmptyState
          icon={Contact}
          title={t`No contacts yet`}
          text={t`Who to call about orders, bookings and invoices.`}
        >
          <div className="pt-4">{add}</div>
        </EmptyState>
      ) : (
        <>
          {add && <div className="pb-2">{add}</div>}
          <ul>
            {contacts.map((contact) => (
              <ContactLine
                key={contact.id}
                contact={contact}
                isEditable={isEditable}
                onEdit={() => setOpen(contact)}
                onArchive={() => archive(contact)}
              />
            ))}
          </ul>
        </>
      )}
      {company.is_customer && (
        <PortalAccessSection companyId={String(company.id)} isArchived={company.is_archived ?? false} />
      )}
      {open !== undefined && (
        <ContactDialog
          companyId={company.id}
          given={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

function ContactLine({
  contact,
  isEditable,
  onEdit,
  onArchive,
}: {
  contact: ContactFields
  isEditable: boolean
  onEdit: () => void
  onArchive: () => void
}) {
  const { t } = useLingui()
  const labelOf = useLabels(contactLabels)
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line py-1">
      <span className="w-52 shrink-0">
        <span className="block truncate font-medium">{contact.name}</span>
        <span className="block truncate text-[12px] text-ink-3">{contact.note}</span>
      </span>
      <span className="flex w-56 shrink-0 flex-wrap gap-1">
        {contact.roles?.map((role) => (
          <span key={role} className="tag tone-grey">
            {labelOf(role)}
          </span>
        ))}
      </span>
      <span className="grid min-w-0 flex-1 text-ink-2">
        {contact.email && (
          <a className="inline-flex items-center gap-1.5 hover:text-ink" href={`mailto:${contact.email}`}>
            <Mail size={12} aria-hidden="true" />
            {contact.email}
          </a>
        )}
        {contact.phone_number && (
          <a className="tnum inline-flex items-center gap-1.5 hover:text-ink" href={`tel:${contact.phone_number}`}>
            <Phone size={12} aria-hidden="true" />
            {phoneText(contact.phone_number)}
          </a>
        )}
      </span>
      {isEditable && (
        <span className="flex">
          <IconButton icon={Pencil} label={t`Edit`} onClick={onEdit} />
          <IconButton icon={Archive} label={t`Archive`} onClick={onArchive} />
        </span>
      )}
    </li>
  )
}
