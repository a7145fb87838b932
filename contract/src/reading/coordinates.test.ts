import { expect, test } from 'vitest'
import { readCoordinates } from './coordinates.ts'

test('coordinates may use points or commas, and are read completely or not at all', () => {
  for (const text of ['51.9496, 4.1453', '51.9496 4.1453', '51,9496; 4,1453', '51,9496 4,1453', '51,9496, 4,1453']) {
    expect(readCoordinates(text), text).toEqual({ latitude: 51.9496, longitude: 4.1453 })
  }
  expect(readCoordinates('-33, 151')).toEqual({ latitude: -33, longitude: 151 })
  for (const text of ['51.9496,', '51.9496', 'abc', '51.9, x', '1,2,3', '1.2.3, 4']) {
    expect(readCoordinates(text), text).toBeUndefined()
  }
})
