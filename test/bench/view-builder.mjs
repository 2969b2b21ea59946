// All views and the fraud saga over a log, as they run in a server.
import { fraudSaga } from '../../dist/compiled/api/src/features/rules/evaluation/fraud.saga.js';
import { RaiseAlert } from '../../dist/compiled/api/src/features/access/raise-alert.js';
import { RaiseAlertHandler } from '../../dist/compiled/api/src/features/review/cases/raise-alert.handler.js';
import { systemClock } from '../../dist/compiled/api/src/config/clock.js';
import { CommandRunner } from '../../dist/compiled/api/src/engine/commands/command-runner.js';
import { SubscriptionRunner } from '../../dist/compiled/api/src/engine/subscriptions/subscription-runner.js';
import { features, followed } from './senders.mjs';

/** Brings them to the end of the log; returns how the consumers ended. */
export async function buildViews({ eventLog, viewStore, vault, config }) {
  const alerts = new RaiseAlertHandler(new CommandRunner(eventLog, systemClock), config);
  const dispatch = (alert, context) => alerts.execute(new RaiseAlert(alert, context));
  const subscriptions = new SubscriptionRunner(
    { log: eventLog, views: viewStore, vault },
    { projections: features.projections, sagas: [{ saga: fraudSaga, dispatch }] },
  );
  await subscriptions.start();
  await followed(eventLog, subscriptions);
  const status = subscriptions.status();
  await subscriptions.stop();
  return status;
}
