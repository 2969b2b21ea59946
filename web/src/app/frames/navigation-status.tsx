import { useNavigation } from 'react-router-dom';
import { Loading } from '../../ui/feedback/loading';

/** Over the current screen while the code of the next one loads. */
export function NavigationStatus() {
  if (useNavigation().state === 'idle') return null;
  return (
    <div className="navigation-status after-200ms">
      <Loading />
    </div>
  );
}
