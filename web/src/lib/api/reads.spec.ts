import { keyOf } from './reads';

it('has one key for what is asked without a filter and with none of its values', () => {
  expect(keyOf('/compliance/cases/{id}', { path: { id: 'one' } })).toEqual(
    keyOf('/compliance/cases/{id}', { path: { id: 'one' }, query: { at: null } }),
  );
});

it('takes the paths and parameters of the API alone', () => {
  // @ts-expect-error -- no such path
  keyOf('/transferences');
  // @ts-expect-error -- the id is missing
  keyOf('/transfers/{id}');
  // @ts-expect-error -- no such parameter
  expect(keyOf('/transfers', { query: { colour: 'red' } })).toHaveLength(2);
});
