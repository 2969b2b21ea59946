// The simulated card processor, PayPal and mail server in a separate process; webhooks go to the server named by a message.
import { systemClock } from '../../dist/compiled/api/src/config/clock.js';
import { startSimulator } from '../../dist/simulator/index.js';

const { FLIP_DATA, PORT, SMTP_PORT, FLIP_BENCH_KEY, FLIP_BENCH_WEBHOOK_SECRET } = process.env;
const simulator = await startSimulator({
  dataDir: FLIP_DATA,
  clock: systemClock,
  secrets: { simulatorApiKey: FLIP_BENCH_KEY, simulatorWebhookSecret: FLIP_BENCH_WEBHOOK_SECRET },
  port: Number(PORT),
  smtpPort: Number(SMTP_PORT),
});
process.on('message', ({ apiUrl }) => apiUrl && simulator.deliverTo(apiUrl));
process.once('SIGTERM', () => process.exit(0));
