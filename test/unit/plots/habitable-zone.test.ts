import { expect, test } from 'bun:test'
import { luminosityOf, zoneDistances, zoneInsolation } from '../../../src/plots/habitable-zone.ts'

test('the zone of the Sun is that of the paper: 0.95 to 1.68 au', () => {
  const zone = zoneDistances({ temperature: 5780, logLuminosity: 0, radius: null })!
  expect(zone.inner).toBeCloseTo(0.95, 2)
  expect(zone.outer).toBeCloseTo(1.676, 2)
})

test('the zone of a cool star needs less insolation at both edges', () => {
  // Values of the polynomials, computed once by hand for 3700 K.
  const { inner, outer } = zoneInsolation(3700)!
  expect(inner).toBeCloseTo(0.93, 1)
  expect(outer).toBeCloseTo(0.25, 1)
  expect(inner).toBeLessThan(zoneInsolation(5780)!.inner)
})

test('a star cooler than the model counts as its coolest one, and a hotter one has no zone', () => {
  expect(zoneInsolation(2400)).toEqual(zoneInsolation(2600)!)
  expect(zoneInsolation(2000)).toBeUndefined()
  expect(zoneInsolation(9000)).toBeUndefined()
  expect(zoneInsolation(Number.NaN)).toBeUndefined()
})

test('luminosity follows from radius and temperature if it is not given', () => {
  expect(luminosityOf({ temperature: 5772, logLuminosity: null, radius: 1 })).toBeCloseTo(1, 10)
  expect(luminosityOf({ temperature: 5772, logLuminosity: -1, radius: 1 })).toBeCloseTo(0.1, 10)
  expect(luminosityOf({ temperature: null, logLuminosity: null, radius: 1 })).toBeUndefined()
  expect(luminosityOf({ temperature: 5772, logLuminosity: null, radius: 0 })).toBeUndefined()
})
