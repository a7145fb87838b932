import type { CarrierOffer, CarrierTrip } from '@cartage/contract/doors/app/carrier'
import { readings } from '@cartage/contract/reading/number'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { DoorNotice } from '../kit/notice.tsx'
import { ActionFailed } from './failure.tsx'
import { useCarrierAction } from './queries.ts'
import { TextField } from './text-field.tsx'

/** Price of the trip, and the carrier's counter-offer (DOOR-14); nothing where neither applies. */
export function Price({ trip }: { trip: CarrierTrip }) {
  const { t, i18n } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const { agreed, offer, can_offer, offer_currency } = trip
  if (agreed === null && offer === null && !can_offer) return null
  return (
    <section className="door-card grid gap-3 p-4" aria-label={t`Price`}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-[18px] font-semibold">{t`Price`}</h2>
        {agreed !== null && <p className="tnum text-[20px] font-semibold">{moneyText(i18n, agreed)}</p>}
      </div>
      {offer !== null && <Offer offer={offer} />}
      {can_offer &&
        (isAsking ? (
          <OfferForm currency={offer_currency} onDone={() => setAsking(false)} />
        ) : (
          <button type="button" className="door-button door-button-outline" onClick={() => setAsking(true)}>
            {t`Offer another price…`}
          </button>
        ))}
    </section>
  )
}

function Offer({ offer }: { offer: CarrierOffer }) {
  const { t, i18n } = useLingui()
  const text = [moneyText(i18n, offer), offer.text, offer.answer].filter(Boolean).join(' · ')
  if (offer.state === 'ACCEPTED') return <DoorNotice tone="green" title={t`Price agreed`} text={text} />
  if (offer.state === 'DECLINED') return <DoorNotice tone="amber" title={t`Price not agreed`} text={text} />
  return <DoorNotice tone="grey" title={t`Price offered`} text={text} />
}

function OfferForm({ currency, onDone }: { currency: string; onDone: () => void }) {
  const { t } = useLingui()
  const { act, isBusy, error } = useCarrierAction()
  const [price, setPrice] = useState('')
  const [text, setText] = useState('')
  const amount = amountOf(price)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (amount !== undefined) act({ kind: 'offer', offer: { amount, text: text.trim() || null } }, onDone)
  }
  return (
    <form className="grid gap-4" onSubmit={send}>
      <TextField label={t`Your price`} unit={currency} value={price} onChange={setPrice} inputMode="decimal" />
      <TextField label={t`Remark`} value={text} onChange={setText} />
      <ActionFailed error={error} />
      <div className="grid grid-cols-2 gap-3">
        <button type="button" className="door-button door-button-outline" onClick={onDone}>
          {t`Back`}
        </button>
        <button type="submit" className="door-button door-button-brand" disabled={isBusy || amount === undefined}>
          {t`Send offer`}
        </button>
      </div>
    </form>
  )
}

/** Parses a typed price in cents; undefined unless above zero. Prices have two decimals, so 1.250 means 1250. */
function amountOf(typed: string): string | undefined {
  const value = Math.round(Math.max(0, ...readings(typed)) * 100) / 100
  return value > 0 ? String(value) : undefined
}

function moneyText(i18n: I18n, { amount, currency }: { amount: string; currency: string }): string {
  return i18n.number(Number(amount), { style: 'currency', currency })
}
