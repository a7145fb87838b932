import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cardDaysOf } from './activities.rules.ts'
import { chipOf, controlOf, identityOf, licenceOf, usageOf } from './identity.rules.ts'
import { conditionsOf, incidentsOf, placesOf, positionsOf, unitsOf, vehiclesOf } from './records.rules.ts'

// Parts of a card that someone else read, where they lie next to the checkout: each is compared with what they found in it.
const folder = ['../shared', '../../shared']
  .map((path) => join(process.cwd(), path, 'data/tachograph'))
  .find((path) => existsSync(path))

const bytesOf = (name: string) => Buffer.from(readFileSync(join(folder!, `${name}.b64`), 'latin1'), 'base64')
const goldenOf = (name: string): Any => JSON.parse(readFileSync(join(folder!, `${name}.golden.json`), 'utf8'))

interface Any {
  readonly [name: string]: Any
  readonly [index: number]: Any
  readonly value: Any
}

/** Those that were written: without an instant there is nothing in a record. */
const list = (value: Any) =>
  (value as unknown as readonly Any[]).filter((one) =>
    [one.entryTime, one.timestamp, one.vehicleFirstUse, one.eventBeginTime].some(Boolean),
  )
const nation = (value: Any) => (String(value) === 'FINLAND' ? 'FI' : null)
const plate = (vehicle: Any) => ({ nation: nation(vehicle.nation!), plate: vehicle.number!.value })
const angle = (value: unknown) => {
  const degrees = Math.trunc(Number(value) / 1000)
  return expect.closeTo(degrees + (Number(value) - degrees * 1000) / 600, 5)
}
const position = (place: Any) => ({
  at: place.timestamp,
  accuracy: place.gnssAccuracy,
  latitude: angle(place.geoCoordinates!.latitude),
  longitude: angle(place.geoCoordinates!.longitude),
})
const day = (date: Any) => [date.year, date.month, date.day].map((part) => String(part).padStart(2, '0')).join('-')
const base64 = (value: Any) => Buffer.from(String(value), 'base64')
const inOrder = (items: readonly { at?: unknown; from?: unknown }[]) =>
  items.toSorted((one, other) => (String(one.at ?? one.from) < String(other.at ?? other.from) ? -1 : 1))

const placeTypes: readonly string[] = ['BEGIN', 'END', 'BEGIN_GNSS', 'END_GNSS']
const eventTypes: Readonly<Record<string, number>> = { GENERAL_CARD_INSERTION_WHILE_DRIVING: 5 }

test.skipIf(!folder)('TACHO-1: who a card is of is what others read in it', () => {
  const { card, driverCardHolder: holder } = goldenOf('identification')
  const number = card!.driverIdentification!
  expect(identityOf(bytesOf('identification'))).toEqual({
    card: {
      nation: nation(card!.cardIssuingMemberState!),
      number: ['driverIdentificationNumber', 'cardReplacementIndex', 'cardRenewalIndex']
        .map((name) => String(number[name]!.value))
        .join(''),
      authority: card!.cardIssuingAuthorityName!.value,
      issuedAt: card!.cardIssueDate,
      validFrom: card!.cardValidityBegin,
      validUntil: card!.cardExpiryDate,
    },
    holder: {
      surname: holder!.cardHolderSurname!.value,
      firstNames: holder!.cardHolderFirstNames!.value,
      birthDate: day(holder!.cardHolderBirthDate!),
      language: holder!.cardHolderPreferredLanguage!.value,
    },
  })
  const licence = goldenOf('driving_licence')
  expect(licenceOf(bytesOf('driving_licence'))).toEqual({
    authority: licence.drivingLicenceIssuingAuthority!.value,
    nation: nation(licence.drivingLicenceIssuingNation!),
    number: licence.drivingLicenceNumber!.value,
  })
  const icc = goldenOf('icc')
  expect(chipOf(bytesOf('icc'))).toEqual({
    serial: Number(icc.cardExtendedSerialNumber!.serialNumber),
    month: icc.cardExtendedSerialNumber!.monthYear!.month,
    year: Number(icc.cardExtendedSerialNumber!.monthYear!.year) % 100,
    manufacturer: icc.cardExtendedSerialNumber!.manufacturerCode,
    approval: icc.cardApprovalNumber!.value,
    embedder: `${icc.embedderIcAssemblerId!.countryCode!.value}${icc.embedderIcAssemblerId!.moduleEmbedder!.value}`,
  })
  const usage = goldenOf('current_usage')
  expect(usageOf(bytesOf('current_usage'))).toEqual({
    openedAt: usage.sessionOpenTime,
    vehicle: plate(usage.sessionOpenVehicle!),
  })
  expect(String(goldenOf('control_activity').valid)).toBe('false')
  expect(controlOf(bytesOf('control_activity'))).toBeNull()
})

test.skipIf(!folder)('TACHO-1: the lists of a card are what others read in them, without a difference', () => {
  for (const [name, generation] of [
    ['places', 1],
    ['places_g2', 2],
  ] as const) {
    const places = list(goldenOf(name).records!).map((place) => ({
      at: place.entryTime,
      type: placeTypes.indexOf(String(place.entryTypeDailyWorkPeriod)),
      nation: nation(place.dailyWorkPeriodCountry!),
      region: base64(place.dailyWorkPeriodRegion!)[0],
      odometer: place.vehicleOdometerKm,
      position: generation === 1 ? null : position(place.entryGnssPlaceRecord!),
    }))
    expect(placesOf(bytesOf(name), generation)).toEqual(inOrder(places))
  }
  const uses = list(goldenOf('vehicles').records!).map((use) => ({
    ...{ from: use.vehicleFirstUse, to: use.vehicleLastUse, vehicle: plate(use.vehicleRegistration!) },
    ...{ odometerFrom: use.vehicleOdometerBeginKm, odometerTo: use.vehicleOdometerEndKm },
    ...{ block: use.vuDataBlockCounter!.value, vin: null },
  }))
  expect(vehiclesOf(bytesOf('vehicles'), 1)).toEqual(inOrder(uses))
  for (const name of ['events', 'faults'] as const) {
    const valid = list(goldenOf(name)[name]!)
    expect(incidentsOf(bytesOf(name))).toEqual(
      valid.map((one) => ({
        type: eventTypes[String(one.eventType)],
        from: one.eventBeginTime,
        to: one.eventEndTime,
        vehicle: plate(one.eventVehicleRegistration!),
      })),
    )
  }
  const conditions = list(goldenOf('specific_conditions').records!)
  expect(conditions.every(({ specificConditionType }) => String(specificConditionType) === 'RFU')).toBe(true)
  expect(conditionsOf(bytesOf('specific_conditions'), 1)).toEqual(
    inOrder(conditions.map(({ entryTime }) => ({ at: entryTime, type: null }))),
  )
  const positions = list(goldenOf('gnss_places').records!).map((one) => ({
    ...{ at: one.timestamp, position: position(one.gnssPlaceRecord!), odometer: one.vehicleOdometerKm },
  }))
  expect(positionsOf(bytesOf('gnss_places'))).toEqual(inOrder(positions))
  const units = list(goldenOf('vehicle_units_used').records!).map((one) => ({
    at: one.timestamp,
    manufacturer: one.manufacturerCode,
    device: base64(one.deviceId!)[0],
    software: base64(one.vuSoftwareVersion!).toString('latin1').replaceAll('\0', ''),
  }))
  expect(unitsOf(bytesOf('vehicle_units_used'))).toEqual(inOrder(units))
})

test.skipIf(!folder)('TACHO-3: the days of a real card are followed from the newest to the oldest', () => {
  const { days, isWhole } = cardDaysOf(bytesOf('activity'))
  expect([days.length, isWhole, days[0]!.date, days.at(-1)!.date]).toEqual([145, true, '2025-04-15', '2025-09-12'])
  expect(days.every(({ changes }) => changes[0]?.minute === 0)).toBe(true)
})
