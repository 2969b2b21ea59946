import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { Statement } from '@kernel/receipts';
import { ApiError } from '../lib/api-error';
import { formatMonthHeading, formatMonthShort } from '../lib/format';
import { PaperColumn } from '../receipts/paper';
import { PrintButton } from '../receipts/print-button';
import { StatementFiles } from '../receipts/statement-files';
import { StatementPaper } from '../receipts/statement-paper';
import { inMonth } from '../receipts/in-month';
import { useStatement } from '../receipts/use-receipts';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { Icon } from '../ui/icon';
import { PageHeading } from '../ui/page-heading';
import { Bone, Skeleton } from '../ui/skeleton';

/** The statement of one month, to read, print or keep, and the way to the months beside it. */
export function StatementScreen() {
  const { t, i18n } = useTranslation();
  const { month = '' } = useParams();
  const { data: statement, error, mutate } = useStatement(month);
  return (
    <PaperColumn>
      <div className="page-head no-print">
        <Link className="link muted" to="/statements">
          <Icon name="chevronLeft" />
          {t('statements.title')}
        </Link>
        {statement && statement.lines.length > 0 && (
          <div className="flow">
            <PrintButton />
            <StatementFiles month={month} />
          </div>
        )}
      </div>
      {statement ? (
        <div className="stack-16">
          <OtherMonths {...statement} />
          <StatementPaper
            statement={statement}
            name={formatMonthHeading(inMonth(statement.month), i18n.language)}
          />
        </div>
      ) : (
        <Waiting error={error} onRetry={() => void mutate()} />
      )}
    </PaperColumn>
  );
}

function OtherMonths({ previous, next }: Pick<Statement, 'previous' | 'next'>) {
  const { t, i18n } = useTranslation();
  const name = (month: string) => formatMonthShort(inMonth(month), i18n.language);
  return (
    <nav
      className="flow no-print"
      style={{ justifyContent: 'space-between', flexWrap: 'nowrap' }}
      aria-label={t('statements.others')}
    >
      {previous && (
        <Link className="link" to={`/statements/${previous}`}>
          <Icon name="chevronLeft" />
          {name(previous)}
        </Link>
      )}
      {next && (
        <Link className="link" to={`/statements/${next}`} style={{ marginLeft: 'auto' }}>
          {name(next)}
          <Icon name="chevronRight" />
        </Link>
      )}
    </nav>
  );
}

function Waiting({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeading title={t('statements.one')} className="visually-hidden">
        {t('statements.one')}
      </PageHeading>
      <Card busy={error === undefined}>
        {isMissing ? (
          <EmptyState
            quiet
            icon="document"
            title={t('statements.missing')}
            text={t('statements.missingText')}
          />
        ) : error === undefined ? (
          <Skeleton>
            <Bone width="100%" height={320} />
          </Skeleton>
        ) : (
          <ErrorBlock title={t('statements.oneFailed')} error={error} onRetry={onRetry} />
        )}
      </Card>
    </>
  );
}
