import { useLingui } from '@lingui/react/macro'

/** What a field of the form is called, with the part of the order it belongs to: `Pickup, day`. */
export function useFieldNames(): (field: string) => string {
  const { t } = useLingui()
  const parts: Record<string, string> = {
    pickup: t`Pickup`,
    delivery: t`Delivery`,
    standalone: t`Stop`,
    setup: t`Collect empty container`,
    teardown: t`Return empty container`,
    goods: t`Goods`,
    container: t`Container`,
  }
  const names: Record<string, string> = {
    customer: t`Customer`,
    service: t`Transport service`,
    level: t`Service level`,
    scenario: t`Kind`,
    identifier: t`Identifier`,
    reference: t`Reference`,
    instructions: t`Instructions`,
    place: t`Place`,
    date: t`Day`,
    window: t`Time`,
    note: t`Note`,
    activity: t`Activity`,
    description: t`Description`,
    quantity: t`Quantity`,
    packaging: t`Packaging`,
    weight: t`Weight`,
    metres: t`Loading metres`,
    un: t`UN number`,
    temperature: t`Temperature`,
    number: t`Number`,
    type: t`Type`,
    seal: t`Seal`,
    pin: t`Release code`,
  }
  return (field) => {
    const steps = field.split('.')
    const part = steps.map((step) => parts[step]).findLast((name) => name !== undefined)
    const name = names[steps.at(-1)!] ?? steps.at(-1)!
    return part === undefined ? name : `${part}, ${name.toLowerCase()}`
  }
}
