import { Navigate, Route, Routes } from 'react-router-dom';
import { Case } from '../compliance/case';
import { Queue } from '../compliance/queue';
import { StaffFrame } from '../compliance/staff-frame';

/** The review desk under /compliance, a file of code of its own that a sender never loads. */
export function ComplianceScreen() {
  return (
    <Routes>
      <Route element={<StaffFrame />}>
        <Route index element={<Queue />} />
        <Route path="cases/:id" element={<Case />} />
        <Route path="*" element={<Navigate to="/compliance" replace />} />
      </Route>
    </Routes>
  );
}
