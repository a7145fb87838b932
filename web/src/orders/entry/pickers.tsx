import { plainText } from '@cartage/contract/reading/fold'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { recentOf, remember } from '../../device/storage.ts'
import { Combobox } from '../../ui/form/combobox.tsx'
import { faultProps, Labelled, useEntryField } from './form-fields.tsx'
import type { Customer, Named, Place } from './form-model.ts'
import { findCustomers, findPlaces } from './queries.ts'

/** Customer of the order. Recent choices come first. */
export function CustomerField({ isLocked, owner }: { isLocked: boolean; owner: string }) {
  const { t } = useLingui()
  const { value, change, fault } = useEntryField<Customer | null>('customer')
  const [recent] = useState(() => recentOf<Customer>(`${owner}.customers`))
  const keyOf = (customer: Customer) => customer.company_id ?? customer.code ?? customer.name
  return (
    <Labelled path="customer" label={t`Customer`} fault={fault} isLocked={isLocked}>
      <Combobox<Customer>
        {...faultProps('customer', fault)}
        className="w-full"
        value={value}
        onChange={(customer) => {
          change(customer && { company_id: customer.company_id, code: customer.code, name: customer.name })
          if (customer) remember(`${owner}.customers`, customer, keyOf)
        }}
        queryKey={['companies', 'search']}
        search={findCustomers}
        recent={recent}
        textOf={({ name }) => name}
        keyOf={keyOf}
        sideOf={({ code }) => code}
        placeholder={t`Name or code…`}
        disabled={isLocked}
      />
    </Labelled>
  )
}

/** Field for an entry of one of the tenant's own lists. */
export function NamedField({
  path,
  label,
  choices,
  isLocked = false,
  hasHiddenLabel = false,
  className,
}: {
  path: string
  label: string
  choices: readonly Named[]
  isLocked?: boolean
  hasHiddenLabel?: boolean
  className?: string
}) {
  const { value, change, fault } = useEntryField<Named | null>(path)
  const known = value && (choices.find(({ code }) => code === value.code) ?? value)
  const box = (
    <Combobox<Named>
      {...faultProps(path, fault)}
      label={hasHiddenLabel ? label : undefined}
      className="w-full"
      value={known}
      onChange={change}
      queryKey={['settings', 'order-reference', path.split('.').at(-1), choices.length]}
      search={async (text) => choices.filter((choice) => fits(choice, text))}
      textOf={({ name }) => name}
      keyOf={({ code, name }) => code ?? name}
      sideOf={({ code, name }) => (code === name ? undefined : code)}
      disabled={isLocked}
    />
  )
  if (hasHiddenLabel) return box
  return (
    <Labelled path={path} label={label} fault={fault} isLocked={isLocked} className={className}>
      {box}
    </Labelled>
  )
}

function fits({ code, name }: Named, text: string): boolean {
  const plain = plainText(text)
  return plainText(name).includes(plain) || plainText(code ?? '').startsWith(plain)
}

/** Place of a stop: an existing location, or a new address from the typed text. */
export function PlaceField({ path, label, owner, isLocked }: PlaceProps) {
  const { t } = useLingui()
  const { value, change, fault } = useEntryField<Place | null>(path)
  const [recent] = useState(() => recentOf<Place>(`${owner}.places`))
  const keyOf = (place: Place) => place.id ?? `${place.name} ${place.city}`
  return (
    <Labelled path={path} label={label} fault={fault} isLocked={isLocked}>
      <Combobox<Place>
        {...faultProps(path, fault)}
        className="w-full"
        value={value}
        onChange={(place) => {
          change(place)
          if (place?.id) remember(`${owner}.places`, place, keyOf)
        }}
        queryKey={['locations', 'search']}
        search={findPlaces}
        recent={recent}
        textOf={({ name, city }) => name || city}
        keyOf={keyOf}
        sideOf={({ name, city, country }) => [name && city, country].filter(Boolean).join(', ')}
        placeholder={t`Name or town…`}
        disabled={isLocked}
        onMake={(name) => change({ id: null, name, address: '', postal_code: '', city: '', country: '' })}
      />
    </Labelled>
  )
}

interface PlaceProps {
  path: string
  label: string
  owner: string
  isLocked: boolean
}
