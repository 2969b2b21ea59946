import { Module } from '@nestjs/common';
import { tillsProjection } from '../../../test/support/till.js';
import { EventSourcingModule, Features, featuresOf, withCommand } from './event-sourcing.module.js';
import { streamCategory } from './event.js';
import type { Saga } from './saga.js';

const tillStream = streamCategory('till-');

const greeter: Saga<null, { readonly type: 'Greet' }> = {
  name: 'greeter',
  startAt: 'head',
  prefixes: ['door-'],
  needsState: () => false,
  initialState: () => null,
  evolve: () => null,
  react: () => [],
};

@Module({ imports: [EventSourcingModule.forFeature({ streams: [streamCategory('door-')] })] })
class DoorModule {}

@Module({
  imports: [
    DoorModule,
    EventSourcingModule.forFeature({
      streams: [tillStream],
      projections: [tillsProjection],
      sagas: [withCommand(greeter, () => ({}))],
    }),
  ],
})
class TillModule {}

@Module({ imports: [TillModule, DoorModule] })
class RootModule {}

it('collects the declarations of every imported module once', () => {
  const { prefixes, projections, sagas } = featuresOf({ module: RootModule, imports: [TillModule] });
  expect(prefixes).toEqual(['door-', 'till-']);
  expect(projections).toEqual([tillsProjection]);
  expect(sagas.map(({ saga }) => saga.name)).toEqual(['greeter']);
});

it.each([
  ['a projection', { projections: [tillsProjection] }, 'tills reads till-'],
  ['a saga', { sagas: [withCommand(greeter, () => ({}))] }, 'greeter reads door-'],
])('refuses %s that reads streams nobody declares', (_, declaration, message) => {
  expect(() => new Features([declaration])).toThrow(message);
});

it('gives every refusal one status, from the feature that declares it', () => {
  const declared = [{ refusals: { till_open: 409 } }, { refusals: { till_gone: 404 } }];
  expect(new Features(declared).refusals).toEqual({ till_open: 409, till_gone: 404 });
  expect(() => new Features([...declared, { refusals: { till_open: 403 } }])).toThrow('till_open');
});
